-- run

-- read the rows

-- move 1 rows of orders to odd_orders
CREATE TABLE "odd_orders" ("no" INTEGER, "id" TEXT, "user_id" TEXT);
INSERT INTO "odd_orders" (rowid, "no", "id", "user_id") SELECT rowid, "no", "id", "user_id" FROM "orders" WHERE NOT (("id" IS NULL OR typeof("id") = 'text' AND "id" LIKE '________-____-____-____-____________' AND length(unhex(replace("id", '-', ''))) IS 16) AND ("user_id" IS NULL OR typeof("user_id") = 'text' AND "user_id" LIKE '________-____-____-____-____________' AND length(unhex(replace("user_id", '-', ''))) IS 16));
DELETE FROM "orders" WHERE NOT (("id" IS NULL OR typeof("id") = 'text' AND "id" LIKE '________-____-____-____-____________' AND length(unhex(replace("id", '-', ''))) IS 16) AND ("user_id" IS NULL OR typeof("user_id") = 'text' AND "user_id" LIKE '________-____-____-____-____________' AND length(unhex(replace("user_id", '-', ''))) IS 16));

-- move 1 rows of users to odd_users
CREATE TABLE "odd_users" ("id" CHAR(36), "note" TEXT);
INSERT INTO "odd_users" ("id", "note") SELECT "id", "note" FROM "users" WHERE NOT (("id" IS NULL OR typeof("id") = 'text' AND "id" LIKE '________-____-____-____-____________' AND length(unhex(replace("id", '-', ''))) IS 16));
DELETE FROM "users" WHERE NOT (("id" IS NULL OR typeof("id") = 'text' AND "id" LIKE '________-____-____-____-____________' AND length(unhex(replace("id", '-', ''))) IS 16));

-- rebuild orders
ALTER TABLE "orders" RENAME TO "uuidkit_old_orders";
CREATE TABLE orders (no INTEGER PRIMARY KEY AUTOINCREMENT, id BLOB UNIQUE, user_id BLOB REFERENCES users(id) ON DELETE CASCADE);
INSERT INTO "orders" (rowid, "no", "id", "user_id") SELECT rowid, "no", unhex(replace("id", '-', '')), unhex(replace("user_id", '-', '')) FROM "uuidkit_old_orders" WHERE rowid BETWEEN ?1 AND ?2 ORDER BY rowid;
DELETE FROM sqlite_sequence WHERE name = 'orders';
UPDATE sqlite_sequence SET name = 'orders' WHERE name = 'uuidkit_old_orders';
DROP TABLE "uuidkit_old_orders";
CREATE INDEX by_user ON orders (user_id);

-- rebuild users
ALTER TABLE "users" RENAME TO "uuidkit_old_users";
CREATE TABLE users (id BLOB PRIMARY KEY NOT NULL, note TEXT) WITHOUT ROWID;
INSERT INTO "users" ("id", "note") SELECT unhex(replace("id", '-', '')), "note" FROM "uuidkit_old_users" ORDER BY "id";
DROP TABLE "uuidkit_old_users";

-- compare the rows and the schema

-- undo

-- read the rows

-- rebuild orders
ALTER TABLE "orders" RENAME TO "uuidkit_old_orders";
CREATE TABLE orders (no INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, user_id TEXT REFERENCES users(id) ON DELETE CASCADE);
INSERT INTO "orders" (rowid, "no", "id", "user_id") SELECT rowid, "no", lower(substr(nullif(hex("id"), ''), 1, 8) || '-' || substr(nullif(hex("id"), ''), 9, 4) || '-' || substr(nullif(hex("id"), ''), 13, 4) || '-' || substr(nullif(hex("id"), ''), 17, 4) || '-' || substr(nullif(hex("id"), ''), 21)), lower(substr(nullif(hex("user_id"), ''), 1, 8) || '-' || substr(nullif(hex("user_id"), ''), 9, 4) || '-' || substr(nullif(hex("user_id"), ''), 13, 4) || '-' || substr(nullif(hex("user_id"), ''), 17, 4) || '-' || substr(nullif(hex("user_id"), ''), 21)) FROM "uuidkit_old_orders" WHERE rowid BETWEEN ?1 AND ?2 ORDER BY rowid;
DELETE FROM sqlite_sequence WHERE name = 'orders';
UPDATE sqlite_sequence SET name = 'orders' WHERE name = 'uuidkit_old_orders';
DROP TABLE "uuidkit_old_orders";
CREATE INDEX by_user ON orders (user_id);

-- rebuild users
ALTER TABLE "users" RENAME TO "uuidkit_old_users";
CREATE TABLE users (id CHAR(36) PRIMARY KEY NOT NULL, note TEXT) WITHOUT ROWID;
INSERT INTO "users" ("id", "note") SELECT lower(substr(nullif(hex("id"), ''), 1, 8) || '-' || substr(nullif(hex("id"), ''), 9, 4) || '-' || substr(nullif(hex("id"), ''), 13, 4) || '-' || substr(nullif(hex("id"), ''), 17, 4) || '-' || substr(nullif(hex("id"), ''), 21)), "note" FROM "uuidkit_old_users" ORDER BY "id";
DROP TABLE "uuidkit_old_users";

-- put the rows of odd_orders back
UPDATE sqlite_sequence SET name = 'uuidkit_old_orders' WHERE name = 'orders';
INSERT INTO "orders" (rowid, "no", "id", "user_id") SELECT rowid, "no", "id", "user_id" FROM "odd_orders";
DELETE FROM sqlite_sequence WHERE name = 'orders';
UPDATE sqlite_sequence SET name = 'orders' WHERE name = 'uuidkit_old_orders';
DROP TABLE "odd_orders";

-- put the rows of odd_users back
INSERT INTO "users" ("id", "note") SELECT "id", "note" FROM "odd_users";
DROP TABLE "odd_users";

-- compare the rows and the schema

