-- name: PutV :exec
INSERT INTO t (k, v) VALUES (1, $1);

-- name: PutP :exec
INSERT INTO t (k, p) VALUES (1, $1);

-- name: PutN :exec
INSERT INTO t (k, n) VALUES (1, $1);

-- name: GetV :one
SELECT v FROM t;

-- name: GetP :one
SELECT p FROM t;

-- name: GetN :one
SELECT n FROM t;

-- name: Find :one
SELECT count(*) FROM t WHERE v = $1;

-- name: In :one
SELECT count(*) FROM t WHERE v = any(@vs::uuid[]);
