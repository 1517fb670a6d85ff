CREATE TABLE files (
	id     blob NOT NULL PRIMARY KEY,
	folder blob,
	name   text NOT NULL
);
