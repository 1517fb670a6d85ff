CREATE TABLE t (k int PRIMARY KEY, v uuid, p uuid, n uuid);
