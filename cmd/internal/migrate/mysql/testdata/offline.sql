-- run

-- lock
LOCK TABLES `users` READ, `orders` READ;

-- plan again

-- copy 1 bad rows of users
CREATE TABLE `uuidkit_bad_users` LIKE `users`;
INSERT INTO `uuidkit_bad_users` (`id`, `note`) SELECT `id`, `note` FROM `users` WHERE NOT ((`id` IS NULL OR HEX(`id`) REGEXP '^(3[0-9]|[46][1-6]){8}2D((3[0-9]|[46][1-6]){4}2D){3}(3[0-9]|[46][1-6]){12}$'));

-- copy users in batches of 5000 rows, in key order
CREATE TABLE `uuidkit_new_users` LIKE `users`;
ALTER TABLE `uuidkit_new_users` MODIFY `id` binary(16) NOT NULL;
INSERT INTO `uuidkit_new_users` (`id`, `note`) SELECT UNHEX(REPLACE(`id`, '-', '')), `note` FROM `users` WHERE (`id` IS NULL OR HEX(`id`) REGEXP '^(3[0-9]|[46][1-6]){8}2D((3[0-9]|[46][1-6]){4}2D){3}(3[0-9]|[46][1-6]){12}$');

-- copy 1 bad rows of orders
CREATE TABLE `uuidkit_bad_orders` LIKE `orders`;
INSERT INTO `uuidkit_bad_orders` (`no`, `id`, `user_id`) SELECT `no`, `id`, `user_id` FROM `orders` WHERE NOT ((`id` IS NULL OR HEX(`id`) REGEXP '^(3[0-9]|[46][1-6]){8}2D((3[0-9]|[46][1-6]){4}2D){3}(3[0-9]|[46][1-6]){12}$') AND (`user_id` IS NULL OR HEX(`user_id`) REGEXP '^(3[0-9]|[46][1-6]){8}2D((3[0-9]|[46][1-6]){4}2D){3}(3[0-9]|[46][1-6]){12}$'));

-- copy orders in batches of 5000 rows, in key order
CREATE TABLE `uuidkit_new_orders` LIKE `orders`;
ALTER TABLE `uuidkit_new_orders` MODIFY `id` binary(16) DEFAULT NULL, MODIFY `user_id` binary(16) DEFAULT NULL, DROP KEY `by_user`;
INSERT INTO `uuidkit_new_orders` (`no`, `id`, `user_id`) SELECT `no`, UNHEX(REPLACE(`id`, '-', '')), UNHEX(REPLACE(`user_id`, '-', '')) FROM `orders` WHERE (`id` IS NULL OR HEX(`id`) REGEXP '^(3[0-9]|[46][1-6]){8}2D((3[0-9]|[46][1-6]){4}2D){3}(3[0-9]|[46][1-6]){12}$') AND (`user_id` IS NULL OR HEX(`user_id`) REGEXP '^(3[0-9]|[46][1-6]){8}2D((3[0-9]|[46][1-6]){4}2D){3}(3[0-9]|[46][1-6]){12}$');
ALTER TABLE `uuidkit_new_orders` ADD KEY `by_user` (`user_id`);

-- add foreign keys
ALTER TABLE `uuidkit_new_orders` ADD CONSTRAINT `uuidkit_fk_1` FOREIGN KEY (`user_id`) REFERENCES `uuidkit_new_users` (`id`) ON DELETE CASCADE;

-- checksum of users

-- checksum of orders

-- switch
RENAME TABLE `users` TO `uuidkit_old_users`, `uuidkit_new_users` TO `users`, `orders` TO `uuidkit_old_orders`, `uuidkit_new_orders` TO `orders`, `uuidkit_bad_users` TO `odd_users`, `uuidkit_bad_orders` TO `odd_orders`;

-- checksums of the old tables

-- name the foreign keys
ALTER TABLE `uuidkit_old_orders` DROP FOREIGN KEY `buyer`;
ALTER TABLE `orders` DROP FOREIGN KEY `uuidkit_fk_1`, ADD CONSTRAINT `buyer` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE;

-- undo

-- lock
LOCK TABLES `users` READ, `orders` READ, `odd_users` READ, `odd_orders` READ;

-- compare the schema with that of the migration

-- copy users in batches of 5000 rows, in key order
CREATE TABLE `uuidkit_new_users` LIKE `uuidkit_old_users`;
INSERT INTO `uuidkit_new_users` (`id`, `note`) SELECT LOWER(CONCAT(SUBSTR(HEX(`id`), 1, 8), '-', SUBSTR(HEX(`id`), 9, 4), '-', SUBSTR(HEX(`id`), 13, 4), '-', SUBSTR(HEX(`id`), 17, 4), '-', SUBSTR(HEX(`id`), 21))), `note` FROM `users`;

-- copy orders in batches of 5000 rows, in key order
CREATE TABLE `uuidkit_new_orders` LIKE `uuidkit_old_orders`;
ALTER TABLE `uuidkit_new_orders` DROP KEY `by_user`;
INSERT INTO `uuidkit_new_orders` (`no`, `id`, `user_id`) SELECT `no`, LOWER(CONCAT(SUBSTR(HEX(`id`), 1, 8), '-', SUBSTR(HEX(`id`), 9, 4), '-', SUBSTR(HEX(`id`), 13, 4), '-', SUBSTR(HEX(`id`), 17, 4), '-', SUBSTR(HEX(`id`), 21))), LOWER(CONCAT(SUBSTR(HEX(`user_id`), 1, 8), '-', SUBSTR(HEX(`user_id`), 9, 4), '-', SUBSTR(HEX(`user_id`), 13, 4), '-', SUBSTR(HEX(`user_id`), 17, 4), '-', SUBSTR(HEX(`user_id`), 21))) FROM `orders`;
ALTER TABLE `uuidkit_new_orders` ADD KEY `by_user` (`user_id`);

-- put the rows of odd_users back
INSERT INTO `uuidkit_new_users` (`id`, `note`) SELECT `id`, `note` FROM `odd_users`;

-- put the rows of odd_orders back
INSERT INTO `uuidkit_new_orders` (`no`, `id`, `user_id`) SELECT `no`, `id`, `user_id` FROM `odd_orders`;

-- add foreign keys
ALTER TABLE `uuidkit_new_orders` ADD CONSTRAINT `uuidkit_fk_1` FOREIGN KEY (`user_id`) REFERENCES `uuidkit_new_users` (`id`) ON DELETE CASCADE;

-- look for rows that have lost their parent

-- checksum of users

-- checksum of orders

-- switch
RENAME TABLE `users` TO `uuidkit_undone_users`, `uuidkit_new_users` TO `users`, `orders` TO `uuidkit_undone_orders`, `uuidkit_new_orders` TO `orders`, `odd_users` TO `uuidkit_bad_users`, `odd_orders` TO `uuidkit_bad_orders`;

-- checksums of the old tables

-- name the foreign keys
DROP TABLE IF EXISTS `uuidkit_old_users`;
DROP TABLE IF EXISTS `uuidkit_undone_users`;
DROP TABLE IF EXISTS `uuidkit_bad_users`;
DROP TABLE IF EXISTS `uuidkit_old_orders`;
DROP TABLE IF EXISTS `uuidkit_undone_orders`;
DROP TABLE IF EXISTS `uuidkit_bad_orders`;
ALTER TABLE `orders` DROP FOREIGN KEY `uuidkit_fk_1`, ADD CONSTRAINT `buyer` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE;

