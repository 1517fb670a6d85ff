CREATE TABLE authors (
	id     uuid PRIMARY KEY,
	name   text NOT NULL,
	mentor uuid REFERENCES authors (id)
);

CREATE TABLE books (
	id     uuid PRIMARY KEY,
	author uuid NOT NULL REFERENCES authors (id),
	cites  uuid[] NOT NULL
);
