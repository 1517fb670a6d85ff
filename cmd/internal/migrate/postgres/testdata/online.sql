-- run

-- create the new tables, and fill them with triggers
CREATE SCHEMA IF NOT EXISTS uuidkit_old;
CREATE SCHEMA uuidkit_new;
CREATE TABLE uuidkit_new.uuidkit_progress (name text PRIMARY KEY, bound text);
CREATE TABLE uuidkit_new.users (LIKE public.users INCLUDING ALL EXCLUDING IDENTITY EXCLUDING INDEXES EXCLUDING STATISTICS) USING heap;
CREATE UNIQUE INDEX users_pkey ON uuidkit_new.users USING btree (id);
ALTER TABLE uuidkit_new.users ADD CONSTRAINT users_pkey PRIMARY KEY USING INDEX users_pkey;
ALTER TABLE uuidkit_new.users
  ALTER "id" TYPE uuid USING "id"::text::uuid;
CREATE TABLE uuidkit_new.odd_users (LIKE public.users INCLUDING ALL EXCLUDING IDENTITY);
REVOKE ALL ON TABLE uuidkit_new.odd_users FROM PUBLIC;
CREATE FUNCTION uuidkit_new.users() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $uuidkit$
#variable_conflict use_column
DECLARE
  gone boolean := TG_OP = 'DELETE';
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    TRUNCATE ONLY uuidkit_new.users, uuidkit_new.odd_users;
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    gone := (OLD."id") <> (NEW."id");
  END IF;
  IF gone AND (OLD."id" IS NULL OR OLD."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$') THEN
    DELETE FROM uuidkit_new.users n WHERE (n."id") = ((OLD."id"::text::uuid)::uuid) AND NOT EXISTS (SELECT FROM ONLY public.users o WHERE (o."id") = (OLD."id"));
    IF NOT FOUND AND current_setting('transaction_isolation') IN ('repeatable read', 'serializable') AND (OLD."id" IS NULL OR OLD."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$') THEN
      INSERT INTO uuidkit_new.users ("id", "note")
  SELECT (OLD."id"::text::uuid)::uuid, OLD."note" ON CONFLICT ("id") DO NOTHING;
      DELETE FROM uuidkit_new.users n WHERE (n."id") = ((OLD."id"::text::uuid)::uuid) AND NOT EXISTS (SELECT FROM ONLY public.users o WHERE (o."id") = (OLD."id"));
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO uuidkit_new.users ("id", "note")
  SELECT (o."id"::text::uuid)::uuid, o."note" FROM ONLY public.users o WHERE (o."id") = (NEW."id") AND (o."id" IS NULL OR o."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$')
    ON CONFLICT ("id") DO UPDATE SET "id" = EXCLUDED."id", "note" = EXCLUDED."note";
    IF NOT FOUND AND (NEW."id" IS NULL OR NEW."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$') THEN
      DELETE FROM uuidkit_new.users n WHERE (n."id") = ((NEW."id"::text::uuid)::uuid) AND NOT EXISTS (SELECT FROM ONLY public.users o WHERE (o."id") = (NEW."id") AND (o."id" IS NULL OR o."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$'));
    END IF;
    IF (TG_OP = 'INSERT' OR gone) AND (NEW."id" IS NULL OR NEW."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$') AND EXISTS (SELECT FROM ONLY public.users o WHERE (o."id") <> (NEW."id") AND o."id" = ANY (ARRAY[(NEW."id"::text::uuid)::uuid::text, replace((NEW."id"::text::uuid)::uuid::text, '-', ''), '{' || (NEW."id"::text::uuid)::uuid::text || '}', 'urn:uuid:' || (NEW."id"::text::uuid)::uuid::text, upper((NEW."id"::text::uuid)::uuid::text), upper(replace((NEW."id"::text::uuid)::uuid::text, '-', '')), upper('{' || (NEW."id"::text::uuid)::uuid::text || '}'), upper('urn:uuid:' || (NEW."id"::text::uuid)::uuid::text)]::varchar[]) AND (o."id" IS NULL OR o."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$')) THEN
      RAISE unique_violation USING MESSAGE = 'uuid migrate: another row has this id in another spelling';
    END IF;
  END IF;
  IF gone AND true THEN
    DELETE FROM uuidkit_new.odd_users n WHERE (n."id") = (OLD."id") AND NOT EXISTS (SELECT FROM ONLY public.users o WHERE (o."id") = (OLD."id"));
    IF NOT FOUND AND current_setting('transaction_isolation') IN ('repeatable read', 'serializable') AND NOT ((OLD."id" IS NULL OR OLD."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$')) THEN
      INSERT INTO uuidkit_new.odd_users ("id", "note")
  SELECT OLD."id", OLD."note" ON CONFLICT ("id") DO NOTHING;
      DELETE FROM uuidkit_new.odd_users n WHERE (n."id") = (OLD."id") AND NOT EXISTS (SELECT FROM ONLY public.users o WHERE (o."id") = (OLD."id"));
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO uuidkit_new.odd_users ("id", "note")
  SELECT o."id", o."note" FROM ONLY public.users o WHERE (o."id") = (NEW."id") AND NOT ((o."id" IS NULL OR o."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$'))
    ON CONFLICT ("id") DO UPDATE SET "id" = EXCLUDED."id", "note" = EXCLUDED."note";
    IF NOT FOUND AND true THEN
      DELETE FROM uuidkit_new.odd_users n WHERE (n."id") = (NEW."id") AND NOT EXISTS (SELECT FROM ONLY public.users o WHERE (o."id") = (NEW."id") AND NOT ((o."id" IS NULL OR o."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$')));
    END IF;
  END IF;
  RETURN NULL;
END $uuidkit$;
CREATE TABLE uuidkit_new.orders (LIKE public.orders INCLUDING ALL EXCLUDING IDENTITY EXCLUDING INDEXES EXCLUDING STATISTICS) USING heap;
CREATE UNIQUE INDEX orders_pkey ON uuidkit_new.orders USING btree (no);
CREATE UNIQUE INDEX orders_id_key ON uuidkit_new.orders USING btree (id);
CREATE INDEX by_user ON uuidkit_new.orders USING btree (user_id DESC) WHERE (no > 0);
ALTER TABLE uuidkit_new.orders ADD CONSTRAINT orders_pkey PRIMARY KEY USING INDEX orders_pkey;
ALTER TABLE uuidkit_new.orders ADD CONSTRAINT orders_id_key UNIQUE USING INDEX orders_id_key;
ALTER TABLE uuidkit_new.orders
  ALTER "id" TYPE uuid USING "id"::text::uuid,
  ALTER "user_id" TYPE uuid USING "user_id"::text::uuid;
CREATE TABLE uuidkit_new.odd_orders (LIKE public.orders INCLUDING ALL EXCLUDING IDENTITY);
REVOKE ALL ON TABLE uuidkit_new.odd_orders FROM PUBLIC;
CREATE FUNCTION uuidkit_new.orders() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $uuidkit$
#variable_conflict use_column
DECLARE
  gone boolean := TG_OP = 'DELETE';
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    TRUNCATE ONLY uuidkit_new.orders, uuidkit_new.odd_orders;
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    gone := (OLD."no") <> (NEW."no");
  END IF;
  IF gone AND true THEN
    DELETE FROM uuidkit_new.orders n WHERE (n."no") = (OLD."no") AND NOT EXISTS (SELECT FROM ONLY public.orders o WHERE (o."no") = (OLD."no"));
    IF NOT FOUND AND current_setting('transaction_isolation') IN ('repeatable read', 'serializable') AND (OLD."id" IS NULL OR OLD."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$') AND (OLD."user_id" IS NULL OR OLD."user_id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$') THEN
      INSERT INTO uuidkit_new.orders ("no", "id", "user_id")
  SELECT OLD."no", (OLD."id"::text::uuid)::uuid, (OLD."user_id"::text::uuid)::uuid ON CONFLICT ("no") DO NOTHING;
      DELETE FROM uuidkit_new.orders n WHERE (n."no") = (OLD."no") AND NOT EXISTS (SELECT FROM ONLY public.orders o WHERE (o."no") = (OLD."no"));
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO uuidkit_new.orders ("no", "id", "user_id")
  SELECT o."no", (o."id"::text::uuid)::uuid, (o."user_id"::text::uuid)::uuid FROM ONLY public.orders o WHERE (o."no") = (NEW."no") AND (o."id" IS NULL OR o."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$') AND (o."user_id" IS NULL OR o."user_id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$')
    ON CONFLICT ("no") DO UPDATE SET "no" = EXCLUDED."no", "id" = EXCLUDED."id", "user_id" = EXCLUDED."user_id";
    IF NOT FOUND AND true THEN
      DELETE FROM uuidkit_new.orders n WHERE (n."no") = (NEW."no") AND NOT EXISTS (SELECT FROM ONLY public.orders o WHERE (o."no") = (NEW."no") AND (o."id" IS NULL OR o."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$') AND (o."user_id" IS NULL OR o."user_id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$'));
    END IF;
  END IF;
  IF gone AND true THEN
    DELETE FROM uuidkit_new.odd_orders n WHERE (n."no") = (OLD."no") AND NOT EXISTS (SELECT FROM ONLY public.orders o WHERE (o."no") = (OLD."no"));
    IF NOT FOUND AND current_setting('transaction_isolation') IN ('repeatable read', 'serializable') AND NOT ((OLD."id" IS NULL OR OLD."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$') AND (OLD."user_id" IS NULL OR OLD."user_id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$')) THEN
      INSERT INTO uuidkit_new.odd_orders ("no", "id", "user_id")
  SELECT OLD."no", OLD."id", OLD."user_id" ON CONFLICT ("no") DO NOTHING;
      DELETE FROM uuidkit_new.odd_orders n WHERE (n."no") = (OLD."no") AND NOT EXISTS (SELECT FROM ONLY public.orders o WHERE (o."no") = (OLD."no"));
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO uuidkit_new.odd_orders ("no", "id", "user_id")
  SELECT o."no", o."id", o."user_id" FROM ONLY public.orders o WHERE (o."no") = (NEW."no") AND NOT ((o."id" IS NULL OR o."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$') AND (o."user_id" IS NULL OR o."user_id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$'))
    ON CONFLICT ("no") DO UPDATE SET "no" = EXCLUDED."no", "id" = EXCLUDED."id", "user_id" = EXCLUDED."user_id";
    IF NOT FOUND AND true THEN
      DELETE FROM uuidkit_new.odd_orders n WHERE (n."no") = (NEW."no") AND NOT EXISTS (SELECT FROM ONLY public.orders o WHERE (o."no") = (NEW."no") AND NOT ((o."id" IS NULL OR o."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$') AND (o."user_id" IS NULL OR o."user_id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$')));
    END IF;
  END IF;
  RETURN NULL;
END $uuidkit$;
LOCK TABLE public.users, public.orders IN SHARE ROW EXCLUSIVE MODE;
CREATE TRIGGER uuidkit_row AFTER INSERT OR UPDATE OR DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION uuidkit_new.users();
CREATE TRIGGER uuidkit_truncate AFTER TRUNCATE ON public.users FOR EACH STATEMENT EXECUTE FUNCTION uuidkit_new.users();
ALTER TABLE public.users ENABLE ALWAYS TRIGGER uuidkit_row, ENABLE ALWAYS TRIGGER uuidkit_truncate;
CREATE TRIGGER uuidkit_row AFTER INSERT OR UPDATE OR DELETE ON public.orders FOR EACH ROW EXECUTE FUNCTION uuidkit_new.orders();
CREATE TRIGGER uuidkit_truncate AFTER TRUNCATE ON public.orders FOR EACH STATEMENT EXECUTE FUNCTION uuidkit_new.orders();
ALTER TABLE public.orders ENABLE ALWAYS TRIGGER uuidkit_row, ENABLE ALWAYS TRIGGER uuidkit_truncate;

-- copy public.users in batches of 1000 rows, in key order
INSERT INTO uuidkit_new.users ("id", "note")
  SELECT (o."id"::text::uuid)::uuid, o."note" FROM ONLY public.users o WHERE (o."id") > (?1) AND (o."id") <= (?2) AND (o."id" IS NULL OR o."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$') FOR SHARE SKIP LOCKED
  ON CONFLICT ("id") DO NOTHING;
INSERT INTO uuidkit_new.odd_users ("id", "note")
  SELECT o."id", o."note" FROM ONLY public.users o WHERE (o."id") > (?1) AND (o."id") <= (?2) AND NOT ((o."id" IS NULL OR o."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$')) FOR SHARE SKIP LOCKED
  ON CONFLICT ("id") DO NOTHING;

-- copy public.orders in batches of 1000 rows, in key order
INSERT INTO uuidkit_new.orders ("no", "id", "user_id")
  SELECT o."no", (o."id"::text::uuid)::uuid, (o."user_id"::text::uuid)::uuid FROM ONLY public.orders o WHERE (o."no") > (?1) AND (o."no") <= (?2) AND (o."id" IS NULL OR o."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$') AND (o."user_id" IS NULL OR o."user_id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$') FOR SHARE SKIP LOCKED
  ON CONFLICT ("no") DO NOTHING;
INSERT INTO uuidkit_new.odd_orders ("no", "id", "user_id")
  SELECT o."no", o."id", o."user_id" FROM ONLY public.orders o WHERE (o."no") > (?1) AND (o."no") <= (?2) AND NOT ((o."id" IS NULL OR o."id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$') AND (o."user_id" IS NULL OR o."user_id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$')) FOR SHARE SKIP LOCKED
  ON CONFLICT ("no") DO NOTHING;

-- wait for transactions that began before the copy ended

-- compare counts and checksums, and switch
LOCK TABLE public.users, public.orders IN ACCESS EXCLUSIVE MODE;
ALTER TABLE public.orders DROP CONSTRAINT orders_user_id_fkey;
ALTER TABLE public.orders SET SCHEMA uuidkit_old;
ALTER TABLE public.users SET SCHEMA uuidkit_old;
ALTER TABLE uuidkit_new.orders SET SCHEMA public;
ALTER TABLE uuidkit_new.users SET SCHEMA public;
ALTER TABLE public.orders ALTER no ADD GENERATED BY DEFAULT AS IDENTITY (SEQUENCE NAME public.orders_no_seq START 1 INCREMENT 1 MINVALUE 1 MAXVALUE 2147483647 CACHE 1 NO CYCLE);
SELECT setval('public.orders_no_seq', last_value, is_called) FROM uuidkit_old.orders_no_seq;
ALTER TABLE public.orders ADD CONSTRAINT orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE NOT VALID;
ALTER TABLE uuidkit_new.odd_users SET SCHEMA public;
ALTER TABLE uuidkit_new.odd_orders SET SCHEMA public;
DROP SCHEMA uuidkit_new CASCADE;

-- check the foreign keys
ALTER TABLE public.orders VALIDATE CONSTRAINT "orders_user_id_fkey";
ANALYZE public.users;
ANALYZE public.orders;

-- undo

-- lock
LOCK TABLE public.users, public.orders, public.odd_users, public.odd_orders IN ACCESS EXCLUSIVE MODE;

-- read the rows

-- drop foreign keys
ALTER TABLE public.orders DROP CONSTRAINT "orders_user_id_fkey";

-- convert public.users back
ALTER TABLE public.users
  ALTER "id" TYPE character varying(40) USING "id"::text;

-- convert public.orders back
ALTER TABLE public.orders
  ALTER "id" TYPE text USING "id"::text,
  ALTER "user_id" TYPE text USING "user_id"::text;

-- put the rows of public.odd_users back
INSERT INTO public.users ("id", "note") OVERRIDING SYSTEM VALUE SELECT "id", "note" FROM ONLY public.odd_users;
DROP TABLE public.odd_users;

-- put the rows of public.odd_orders back
INSERT INTO public.orders ("no", "id", "user_id") OVERRIDING SYSTEM VALUE SELECT "no", "id", "user_id" FROM ONLY public.odd_orders;
DROP TABLE public.odd_orders;

-- check the deferred keys
SET CONSTRAINTS ALL IMMEDIATE;

-- add foreign keys
ALTER TABLE public.orders ADD CONSTRAINT "orders_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

-- compare the rows and the schema

