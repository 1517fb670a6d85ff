-- run

-- lock
LOCK TABLE public.users, public.orders IN ACCESS EXCLUSIVE MODE;

-- read the rows

-- drop foreign keys
ALTER TABLE public.orders DROP CONSTRAINT "orders_user_id_fkey";

-- copy 1 bad rows of public.users
CREATE TABLE public.odd_users (LIKE public.users INCLUDING ALL EXCLUDING IDENTITY);
REVOKE ALL ON TABLE public.odd_users FROM PUBLIC;
INSERT INTO public.odd_users ("id", "note") OVERRIDING SYSTEM VALUE SELECT "id", "note" FROM ONLY public.users WHERE NOT (("id" IS NULL OR "id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$'));

-- copy 1 bad rows of public.orders
CREATE TABLE public.odd_orders (LIKE public.orders INCLUDING ALL EXCLUDING IDENTITY);
REVOKE ALL ON TABLE public.odd_orders FROM PUBLIC;
INSERT INTO public.odd_orders ("no", "id", "user_id") OVERRIDING SYSTEM VALUE SELECT "no", "id", "user_id" FROM ONLY public.orders WHERE NOT (("id" IS NULL OR "id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$') AND ("user_id" IS NULL OR "user_id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$'));

-- delete the bad rows
DELETE FROM ONLY public.users WHERE NOT (("id" IS NULL OR "id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$'));
DELETE FROM ONLY public.orders WHERE NOT (("id" IS NULL OR "id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$') AND ("user_id" IS NULL OR "user_id"::text COLLATE "C" ~* '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[{][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}])$'));

-- check the deferred keys
SET CONSTRAINTS ALL IMMEDIATE;

-- convert public.users
ALTER TABLE public.users
  ALTER "id" TYPE uuid USING "id"::text::uuid;

-- convert public.orders
ALTER TABLE public.orders
  ALTER "id" TYPE uuid USING "id"::text::uuid,
  ALTER "user_id" TYPE uuid USING "user_id"::text::uuid;

-- add foreign keys
ALTER TABLE public.orders ADD CONSTRAINT "orders_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

-- compare the rows and the schema

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

