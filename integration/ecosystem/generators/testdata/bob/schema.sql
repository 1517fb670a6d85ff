CREATE TABLE std (k int PRIMARY KEY, v uuid NOT NULL, p uuid, n uuid);
CREATE TABLE google (k int PRIMARY KEY, v uuid NOT NULL, p uuid, n uuid);
CREATE TABLE gofrs (k int PRIMARY KEY, v uuid NOT NULL, p uuid, n uuid);
CREATE TABLE ours (k int PRIMARY KEY, v uuid NOT NULL, p uuid, n uuid);
