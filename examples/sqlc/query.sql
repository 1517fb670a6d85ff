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

-- name: MentorOf :one
SELECT a.name, m.id AS mentor FROM authors a LEFT JOIN authors m ON m.id = a.mentor WHERE a.id = $1;

-- name: LastPupilOf :one
SELECT name, (SELECT p.id FROM authors p WHERE p.mentor = a.id ORDER BY p.id DESC LIMIT 1) AS pupil FROM authors a WHERE a.id = $1;

-- name: Search :many
SELECT * FROM authors WHERE sqlc.narg('id')::uuid IS NULL OR id = sqlc.narg('id') ORDER BY id;

-- name: CastMentorOf :one
SELECT (SELECT b.mentor FROM authors b WHERE b.id = a.id)::uuid AS mentor, a.name FROM authors a WHERE a.id = $1;
