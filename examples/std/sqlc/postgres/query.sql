-- name: CreateAuthor :exec
INSERT INTO authors (id, name, mentor) VALUES ($1, $2, $3);

-- name: Author :one
SELECT * FROM authors WHERE id = $1;

-- name: Authors :many
SELECT * FROM authors WHERE id = any(@ids::uuid[]) ORDER BY name;

-- name: PupilsOf :many
SELECT * FROM authors WHERE mentor = @mentor::uuid ORDER BY name;

-- name: CreateBooks :copyfrom
INSERT INTO books (id, author, cites) VALUES ($1, $2, $3);

-- name: BooksOf :many
SELECT * FROM books WHERE author = $1 ORDER BY id;
