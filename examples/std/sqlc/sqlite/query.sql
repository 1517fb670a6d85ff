-- name: CreateFile :exec
INSERT INTO files (id, folder, name) VALUES (?, ?, ?);

-- name: File :one
SELECT * FROM files WHERE id = ?;

-- name: Files :many
SELECT * FROM files WHERE id IN (sqlc.slice('ids')) ORDER BY name;
