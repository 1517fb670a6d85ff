-- name: CreateAuthor :exec
INSERT INTO authors (id, name, mentor) VALUES ($1, $2, $3);

-- name: Author :one
SELECT * FROM authors WHERE id = $1;

-- name: AuthorsOf :many
SELECT * FROM authors WHERE id = any(@ids::uuid[]) ORDER BY id;

-- name: PupilsOf :many
SELECT * FROM authors WHERE mentor = $1 ORDER BY id;

-- name: CreateBooks :copyfrom
INSERT INTO books (id, author, title, cites) VALUES ($1, $2, $3, $4);

-- name: BooksOf :many
SELECT * FROM books WHERE author = $1 ORDER BY id;
