-- run

-- create the new tables
CREATE TABLE `uuidkit_new_users` LIKE `users`;
ALTER TABLE `uuidkit_new_users` MODIFY `id` binary(16) NOT NULL;
CREATE TABLE `uuidkit_new_orders` LIKE `orders`;
ALTER TABLE `uuidkit_new_orders` MODIFY `id` binary(16) DEFAULT NULL, MODIFY `user_id` binary(16) DEFAULT NULL, DROP KEY `by_user`, ADD KEY `by_user` (`user_id`);

-- copy users in batches of 1000 rows, in key order
CREATE TRIGGER `uuidkit_delete_users` AFTER DELETE ON `users` FOR EACH ROW BEGIN DELETE FROM `uuidkit_new_orders` WHERE `uuidkit_new_orders`.`user_id` = UNHEX(REPLACE(OLD.`id`, '-', '')); DELETE FROM `uuidkit_new_users` WHERE `id` = UNHEX(REPLACE(OLD.`id`, '-', '')); END;
CREATE TRIGGER `uuidkit_update_users` AFTER UPDATE ON `users` FOR EACH ROW BEGIN IF NOT (HEX(CONCAT(OLD.`id`)) <=> HEX(CONCAT(NEW.`id`))) THEN UPDATE `uuidkit_new_users` SET `id` = UNHEX(REPLACE(NEW.`id`, '-', '')) WHERE `id` = UNHEX(REPLACE(OLD.`id`, '-', '')); END IF; INSERT INTO `uuidkit_new_users` (`id`, `note`) VALUES (IF((NEW.`id` IS NULL OR HEX(NEW.`id`) REGEXP '^(3[0-9]|[46][1-6]){8}2D((3[0-9]|[46][1-6]){4}2D){3}(3[0-9]|[46][1-6]){12}$'), UNHEX(REPLACE(NEW.`id`, '-', '')), REPEAT('!', 17)), NEW.`note`) ON DUPLICATE KEY UPDATE `uuidkit_new_users`.`id` = IF(`uuidkit_new_users`.`id` <=> VALUES(`id`), `uuidkit_new_users`.`id`, NULL), `note` = VALUES(`note`); END;
CREATE TRIGGER `uuidkit_insert_users` AFTER INSERT ON `users` FOR EACH ROW BEGIN INSERT INTO `uuidkit_new_users` (`id`, `note`) VALUES (IF((NEW.`id` IS NULL OR HEX(NEW.`id`) REGEXP '^(3[0-9]|[46][1-6]){8}2D((3[0-9]|[46][1-6]){4}2D){3}(3[0-9]|[46][1-6]){12}$'), UNHEX(REPLACE(NEW.`id`, '-', '')), REPEAT('!', 17)), NEW.`note`) ON DUPLICATE KEY UPDATE `uuidkit_new_users`.`id` = IF(`uuidkit_new_users`.`id` <=> VALUES(`id`), `uuidkit_new_users`.`id`, NULL), `note` = VALUES(`note`); END;
INSERT INTO `uuidkit_new_users` (`id`, `note`) SELECT IF((`users`.`id` IS NULL OR HEX(`users`.`id`) REGEXP '^(3[0-9]|[46][1-6]){8}2D((3[0-9]|[46][1-6]){4}2D){3}(3[0-9]|[46][1-6]){12}$'), UNHEX(REPLACE(`users`.`id`, '-', '')), REPEAT('!', 17)), `users`.`note` FROM `users` WHERE TRUE LOCK IN SHARE MODE ON DUPLICATE KEY UPDATE `uuidkit_new_users`.`id` = IF(`uuidkit_new_users`.`id` <=> VALUES(`id`), `uuidkit_new_users`.`id`, NULL);

-- copy orders in batches of 1000 rows, in key order
CREATE TRIGGER `uuidkit_delete_orders` AFTER DELETE ON `orders` FOR EACH ROW BEGIN DELETE FROM `uuidkit_new_orders` WHERE `no` = OLD.`no`; END;
CREATE TRIGGER `uuidkit_update_orders` AFTER UPDATE ON `orders` FOR EACH ROW BEGIN IF NOT (HEX(CONCAT(OLD.`no`)) <=> HEX(CONCAT(NEW.`no`))) THEN UPDATE `uuidkit_new_orders` SET `no` = NEW.`no` WHERE `no` = OLD.`no`; END IF; INSERT INTO `uuidkit_new_orders` (`no`, `id`, `user_id`) VALUES (NEW.`no`, IF((NEW.`id` IS NULL OR HEX(NEW.`id`) REGEXP '^(3[0-9]|[46][1-6]){8}2D((3[0-9]|[46][1-6]){4}2D){3}(3[0-9]|[46][1-6]){12}$'), UNHEX(REPLACE(NEW.`id`, '-', '')), REPEAT('!', 17)), IF((NEW.`user_id` IS NULL OR HEX(NEW.`user_id`) REGEXP '^(3[0-9]|[46][1-6]){8}2D((3[0-9]|[46][1-6]){4}2D){3}(3[0-9]|[46][1-6]){12}$'), UNHEX(REPLACE(NEW.`user_id`, '-', '')), REPEAT('!', 17))) ON DUPLICATE KEY UPDATE `uuidkit_new_orders`.`no` = IF(`uuidkit_new_orders`.`no` <=> VALUES(`no`), `uuidkit_new_orders`.`no`, NULL), `id` = VALUES(`id`), `user_id` = VALUES(`user_id`); END;
CREATE TRIGGER `uuidkit_insert_orders` AFTER INSERT ON `orders` FOR EACH ROW BEGIN INSERT INTO `uuidkit_new_orders` (`no`, `id`, `user_id`) VALUES (NEW.`no`, IF((NEW.`id` IS NULL OR HEX(NEW.`id`) REGEXP '^(3[0-9]|[46][1-6]){8}2D((3[0-9]|[46][1-6]){4}2D){3}(3[0-9]|[46][1-6]){12}$'), UNHEX(REPLACE(NEW.`id`, '-', '')), REPEAT('!', 17)), IF((NEW.`user_id` IS NULL OR HEX(NEW.`user_id`) REGEXP '^(3[0-9]|[46][1-6]){8}2D((3[0-9]|[46][1-6]){4}2D){3}(3[0-9]|[46][1-6]){12}$'), UNHEX(REPLACE(NEW.`user_id`, '-', '')), REPEAT('!', 17))) ON DUPLICATE KEY UPDATE `uuidkit_new_orders`.`no` = IF(`uuidkit_new_orders`.`no` <=> VALUES(`no`), `uuidkit_new_orders`.`no`, NULL), `id` = VALUES(`id`), `user_id` = VALUES(`user_id`); END;
INSERT INTO `uuidkit_new_orders` (`no`, `id`, `user_id`) SELECT `orders`.`no`, IF((`orders`.`id` IS NULL OR HEX(`orders`.`id`) REGEXP '^(3[0-9]|[46][1-6]){8}2D((3[0-9]|[46][1-6]){4}2D){3}(3[0-9]|[46][1-6]){12}$'), UNHEX(REPLACE(`orders`.`id`, '-', '')), REPEAT('!', 17)), IF((`orders`.`user_id` IS NULL OR HEX(`orders`.`user_id`) REGEXP '^(3[0-9]|[46][1-6]){8}2D((3[0-9]|[46][1-6]){4}2D){3}(3[0-9]|[46][1-6]){12}$'), UNHEX(REPLACE(`orders`.`user_id`, '-', '')), REPEAT('!', 17)) FROM `orders` WHERE TRUE LOCK IN SHARE MODE ON DUPLICATE KEY UPDATE `uuidkit_new_orders`.`no` = IF(`uuidkit_new_orders`.`no` <=> VALUES(`no`), `uuidkit_new_orders`.`no`, NULL);

-- compare the rows, and switch
LOCK TABLES `users` READ, `orders` READ;
ALTER TABLE `uuidkit_new_orders` ADD CONSTRAINT `uuidkit_fk_1` FOREIGN KEY (`user_id`) REFERENCES `uuidkit_new_users` (`id`) ON DELETE CASCADE;
RENAME TABLE `users` TO `uuidkit_old_users`, `uuidkit_new_users` TO `users`, `orders` TO `uuidkit_old_orders`, `uuidkit_new_orders` TO `orders`;

-- checksums of the old tables

-- name the foreign keys
ALTER TABLE `uuidkit_old_orders` DROP FOREIGN KEY `buyer`;
ALTER TABLE `orders` DROP FOREIGN KEY `uuidkit_fk_1`, ADD CONSTRAINT `buyer` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE;

-- undo

-- create the new tables
CREATE TABLE `uuidkit_new_users` LIKE `uuidkit_old_users`;
CREATE TABLE `uuidkit_new_orders` LIKE `uuidkit_old_orders`;
ALTER TABLE `uuidkit_new_orders` DROP KEY `by_user`, ADD KEY `by_user` (`user_id`);

-- copy users in batches of 1000 rows, in key order
CREATE TRIGGER `uuidkit_delete_users` AFTER DELETE ON `users` FOR EACH ROW BEGIN DELETE FROM `uuidkit_new_orders` WHERE `uuidkit_new_orders`.`user_id` = LOWER(CONCAT(SUBSTR(HEX(OLD.`id`), 1, 8), '-', SUBSTR(HEX(OLD.`id`), 9, 4), '-', SUBSTR(HEX(OLD.`id`), 13, 4), '-', SUBSTR(HEX(OLD.`id`), 17, 4), '-', SUBSTR(HEX(OLD.`id`), 21))); DELETE FROM `uuidkit_new_users` WHERE `id` = LOWER(CONCAT(SUBSTR(HEX(OLD.`id`), 1, 8), '-', SUBSTR(HEX(OLD.`id`), 9, 4), '-', SUBSTR(HEX(OLD.`id`), 13, 4), '-', SUBSTR(HEX(OLD.`id`), 17, 4), '-', SUBSTR(HEX(OLD.`id`), 21))); END;
CREATE TRIGGER `uuidkit_update_users` AFTER UPDATE ON `users` FOR EACH ROW BEGIN IF NOT (HEX(CONCAT(OLD.`id`)) <=> HEX(CONCAT(NEW.`id`))) THEN UPDATE `uuidkit_new_users` SET `id` = LOWER(CONCAT(SUBSTR(HEX(NEW.`id`), 1, 8), '-', SUBSTR(HEX(NEW.`id`), 9, 4), '-', SUBSTR(HEX(NEW.`id`), 13, 4), '-', SUBSTR(HEX(NEW.`id`), 17, 4), '-', SUBSTR(HEX(NEW.`id`), 21))) WHERE `id` = LOWER(CONCAT(SUBSTR(HEX(OLD.`id`), 1, 8), '-', SUBSTR(HEX(OLD.`id`), 9, 4), '-', SUBSTR(HEX(OLD.`id`), 13, 4), '-', SUBSTR(HEX(OLD.`id`), 17, 4), '-', SUBSTR(HEX(OLD.`id`), 21))); END IF; INSERT INTO `uuidkit_new_users` (`id`, `note`) VALUES (IF((NEW.`id` IS NULL OR LENGTH(NEW.`id`) = 16 AND HEX(NEW.`id`) NOT REGEXP '^(3[0-9]|[46][1-6]){8}2D(3[0-9]|[46][1-6]){4}2D(3[0-9]|[46][1-6]){2}$'), LOWER(CONCAT(SUBSTR(HEX(NEW.`id`), 1, 8), '-', SUBSTR(HEX(NEW.`id`), 9, 4), '-', SUBSTR(HEX(NEW.`id`), 13, 4), '-', SUBSTR(HEX(NEW.`id`), 17, 4), '-', SUBSTR(HEX(NEW.`id`), 21))), REPEAT('!', 41)), NEW.`note`) ON DUPLICATE KEY UPDATE `uuidkit_new_users`.`id` = IF(`uuidkit_new_users`.`id` <=> VALUES(`id`), `uuidkit_new_users`.`id`, NULL), `note` = VALUES(`note`); END;
CREATE TRIGGER `uuidkit_insert_users` AFTER INSERT ON `users` FOR EACH ROW BEGIN INSERT INTO `uuidkit_new_users` (`id`, `note`) VALUES (IF((NEW.`id` IS NULL OR LENGTH(NEW.`id`) = 16 AND HEX(NEW.`id`) NOT REGEXP '^(3[0-9]|[46][1-6]){8}2D(3[0-9]|[46][1-6]){4}2D(3[0-9]|[46][1-6]){2}$'), LOWER(CONCAT(SUBSTR(HEX(NEW.`id`), 1, 8), '-', SUBSTR(HEX(NEW.`id`), 9, 4), '-', SUBSTR(HEX(NEW.`id`), 13, 4), '-', SUBSTR(HEX(NEW.`id`), 17, 4), '-', SUBSTR(HEX(NEW.`id`), 21))), REPEAT('!', 41)), NEW.`note`) ON DUPLICATE KEY UPDATE `uuidkit_new_users`.`id` = IF(`uuidkit_new_users`.`id` <=> VALUES(`id`), `uuidkit_new_users`.`id`, NULL), `note` = VALUES(`note`); END;
INSERT INTO `uuidkit_new_users` (`id`, `note`) SELECT IF((`users`.`id` IS NULL OR LENGTH(`users`.`id`) = 16 AND HEX(`users`.`id`) NOT REGEXP '^(3[0-9]|[46][1-6]){8}2D(3[0-9]|[46][1-6]){4}2D(3[0-9]|[46][1-6]){2}$'), LOWER(CONCAT(SUBSTR(HEX(`users`.`id`), 1, 8), '-', SUBSTR(HEX(`users`.`id`), 9, 4), '-', SUBSTR(HEX(`users`.`id`), 13, 4), '-', SUBSTR(HEX(`users`.`id`), 17, 4), '-', SUBSTR(HEX(`users`.`id`), 21))), REPEAT('!', 41)), `users`.`note` FROM `users` WHERE TRUE LOCK IN SHARE MODE ON DUPLICATE KEY UPDATE `uuidkit_new_users`.`id` = IF(`uuidkit_new_users`.`id` <=> VALUES(`id`), `uuidkit_new_users`.`id`, NULL);

-- copy orders in batches of 1000 rows, in key order
CREATE TRIGGER `uuidkit_delete_orders` AFTER DELETE ON `orders` FOR EACH ROW BEGIN DELETE FROM `uuidkit_new_orders` WHERE `no` = OLD.`no`; END;
CREATE TRIGGER `uuidkit_update_orders` AFTER UPDATE ON `orders` FOR EACH ROW BEGIN IF NOT (HEX(CONCAT(OLD.`no`)) <=> HEX(CONCAT(NEW.`no`))) THEN UPDATE `uuidkit_new_orders` SET `no` = NEW.`no` WHERE `no` = OLD.`no`; END IF; INSERT INTO `uuidkit_new_orders` (`no`, `id`, `user_id`) VALUES (NEW.`no`, IF((NEW.`id` IS NULL OR LENGTH(NEW.`id`) = 16 AND HEX(NEW.`id`) NOT REGEXP '^(3[0-9]|[46][1-6]){8}2D(3[0-9]|[46][1-6]){4}2D(3[0-9]|[46][1-6]){2}$'), LOWER(CONCAT(SUBSTR(HEX(NEW.`id`), 1, 8), '-', SUBSTR(HEX(NEW.`id`), 9, 4), '-', SUBSTR(HEX(NEW.`id`), 13, 4), '-', SUBSTR(HEX(NEW.`id`), 17, 4), '-', SUBSTR(HEX(NEW.`id`), 21))), REPEAT('!', 41)), IF((NEW.`user_id` IS NULL OR LENGTH(NEW.`user_id`) = 16 AND HEX(NEW.`user_id`) NOT REGEXP '^(3[0-9]|[46][1-6]){8}2D(3[0-9]|[46][1-6]){4}2D(3[0-9]|[46][1-6]){2}$'), LOWER(CONCAT(SUBSTR(HEX(NEW.`user_id`), 1, 8), '-', SUBSTR(HEX(NEW.`user_id`), 9, 4), '-', SUBSTR(HEX(NEW.`user_id`), 13, 4), '-', SUBSTR(HEX(NEW.`user_id`), 17, 4), '-', SUBSTR(HEX(NEW.`user_id`), 21))), REPEAT('!', 41))) ON DUPLICATE KEY UPDATE `uuidkit_new_orders`.`no` = IF(`uuidkit_new_orders`.`no` <=> VALUES(`no`), `uuidkit_new_orders`.`no`, NULL), `id` = VALUES(`id`), `user_id` = VALUES(`user_id`); END;
CREATE TRIGGER `uuidkit_insert_orders` AFTER INSERT ON `orders` FOR EACH ROW BEGIN INSERT INTO `uuidkit_new_orders` (`no`, `id`, `user_id`) VALUES (NEW.`no`, IF((NEW.`id` IS NULL OR LENGTH(NEW.`id`) = 16 AND HEX(NEW.`id`) NOT REGEXP '^(3[0-9]|[46][1-6]){8}2D(3[0-9]|[46][1-6]){4}2D(3[0-9]|[46][1-6]){2}$'), LOWER(CONCAT(SUBSTR(HEX(NEW.`id`), 1, 8), '-', SUBSTR(HEX(NEW.`id`), 9, 4), '-', SUBSTR(HEX(NEW.`id`), 13, 4), '-', SUBSTR(HEX(NEW.`id`), 17, 4), '-', SUBSTR(HEX(NEW.`id`), 21))), REPEAT('!', 41)), IF((NEW.`user_id` IS NULL OR LENGTH(NEW.`user_id`) = 16 AND HEX(NEW.`user_id`) NOT REGEXP '^(3[0-9]|[46][1-6]){8}2D(3[0-9]|[46][1-6]){4}2D(3[0-9]|[46][1-6]){2}$'), LOWER(CONCAT(SUBSTR(HEX(NEW.`user_id`), 1, 8), '-', SUBSTR(HEX(NEW.`user_id`), 9, 4), '-', SUBSTR(HEX(NEW.`user_id`), 13, 4), '-', SUBSTR(HEX(NEW.`user_id`), 17, 4), '-', SUBSTR(HEX(NEW.`user_id`), 21))), REPEAT('!', 41))) ON DUPLICATE KEY UPDATE `uuidkit_new_orders`.`no` = IF(`uuidkit_new_orders`.`no` <=> VALUES(`no`), `uuidkit_new_orders`.`no`, NULL), `id` = VALUES(`id`), `user_id` = VALUES(`user_id`); END;
INSERT INTO `uuidkit_new_orders` (`no`, `id`, `user_id`) SELECT `orders`.`no`, IF((`orders`.`id` IS NULL OR LENGTH(`orders`.`id`) = 16 AND HEX(`orders`.`id`) NOT REGEXP '^(3[0-9]|[46][1-6]){8}2D(3[0-9]|[46][1-6]){4}2D(3[0-9]|[46][1-6]){2}$'), LOWER(CONCAT(SUBSTR(HEX(`orders`.`id`), 1, 8), '-', SUBSTR(HEX(`orders`.`id`), 9, 4), '-', SUBSTR(HEX(`orders`.`id`), 13, 4), '-', SUBSTR(HEX(`orders`.`id`), 17, 4), '-', SUBSTR(HEX(`orders`.`id`), 21))), REPEAT('!', 41)), IF((`orders`.`user_id` IS NULL OR LENGTH(`orders`.`user_id`) = 16 AND HEX(`orders`.`user_id`) NOT REGEXP '^(3[0-9]|[46][1-6]){8}2D(3[0-9]|[46][1-6]){4}2D(3[0-9]|[46][1-6]){2}$'), LOWER(CONCAT(SUBSTR(HEX(`orders`.`user_id`), 1, 8), '-', SUBSTR(HEX(`orders`.`user_id`), 9, 4), '-', SUBSTR(HEX(`orders`.`user_id`), 13, 4), '-', SUBSTR(HEX(`orders`.`user_id`), 17, 4), '-', SUBSTR(HEX(`orders`.`user_id`), 21))), REPEAT('!', 41)) FROM `orders` WHERE TRUE LOCK IN SHARE MODE ON DUPLICATE KEY UPDATE `uuidkit_new_orders`.`no` = IF(`uuidkit_new_orders`.`no` <=> VALUES(`no`), `uuidkit_new_orders`.`no`, NULL);

-- compare the rows, and switch
LOCK TABLES `users` READ, `orders` READ;
ALTER TABLE `uuidkit_new_orders` ADD CONSTRAINT `uuidkit_fk_1` FOREIGN KEY (`user_id`) REFERENCES `uuidkit_new_users` (`id`) ON DELETE CASCADE;
RENAME TABLE `users` TO `uuidkit_undone_users`, `uuidkit_new_users` TO `users`, `orders` TO `uuidkit_undone_orders`, `uuidkit_new_orders` TO `orders`;

-- checksums of the old tables

-- name the foreign keys
DROP TABLE IF EXISTS `uuidkit_old_users`;
DROP TABLE IF EXISTS `uuidkit_undone_users`;
DROP TABLE IF EXISTS `uuidkit_bad_users`;
DROP TABLE IF EXISTS `uuidkit_old_orders`;
DROP TABLE IF EXISTS `uuidkit_undone_orders`;
DROP TABLE IF EXISTS `uuidkit_bad_orders`;
ALTER TABLE `orders` DROP FOREIGN KEY `uuidkit_fk_1`, ADD CONSTRAINT `buyer` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE;

