package uuiderror

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
)

type user struct {
	ID   uuid.UUID
	Name string
}

func wrong(db *sql.DB, key16 []byte, text string, owner uuid.UUID, names map[uuid.UUID]string, r *http.Request) error {
	id, _ := uuid.Parse(text)
	db.QueryRow("SELECT name FROM users WHERE id = $1", id) // want `the error of Parse is ignored; after an error this UUID is Nil, and the query or the row gets Nil: return after the error$`

	other, err := uuid.Parse(text)
	rows, err := db.Query("SELECT 1 FROM users WHERE id = $1", other) // want `the error of Parse is ignored`
	if err != nil {
		return err
	}
	defer rows.Close()

	logged, err := uuid.Parse(text)
	if err != nil {
		log.Println(err)
	}
	if logged == owner { // want `the program compares with Nil`
		return nil
	}

	raw, _ := uuid.FromBytes(key16)
	json.Marshal(raw) // want `the program writes Nil`

	u := user{Name: "x"}
	u.ID, _ = uuid.Parse(text)
	json.Marshal(u) // want `the program writes Nil`

	key, _ := uuid.Parse(text)
	_ = names[key] // want `the key of the map is Nil`

	m := map[string]any{}
	inMap, _ := uuid.Parse(text)
	m["id"] = inMap
	json.Marshal(m) // want `the program writes Nil`

	eq, _ := uuid.Parse(text)
	bytes.Equal(eq[:], owner[:]) // want `the program compares with Nil`

	db.Exec("DELETE FROM users WHERE id = $1", gofrs.FromStringOrNil(r.FormValue("id"))) // want `the error of FromStringOrNil is ignored`
	return load(db, parse(text))
}

func more(db *sql.DB, text string, texts []string) {
	var id uuid.UUID
	_ = id.UnmarshalText([]byte(text))
	db.Exec("DELETE FROM users WHERE id = $1", id) // want `the error of UnmarshalText is ignored`

	late, err := uuid.Parse(text)
	db.Exec("DELETE FROM users WHERE id = $1", late) // want `the error of Parse is ignored`
	if err != nil {
		return
	}
	byUser(db, user{ID: parse(text)}) // want `the error of Parse is ignored`
	var list []any
	for _, t := range texts {
		one, _ := uuid.Parse(t)
		list = append(list, one.String())
	}
	db.Exec("DELETE FROM users WHERE id IN (?, ?)", list...) // want `the error of Parse is ignored`
}

func byUser(db *sql.DB, u user) {
	db.Exec("DELETE FROM users WHERE id = $1 AND name = $2", u.ID, u.Name)
}

func parse(text string) uuid.UUID {
	id, _ := uuid.Parse(text)
	return id
}

func load(db *sql.DB, id uuid.UUID) error {
	_, err := db.Exec("DELETE FROM users WHERE id = $1", id)
	return err
}

func right(db *sql.DB, text string, owner uuid.UUID) error {
	id, err := uuid.Parse(text)
	if err != nil {
		return err
	}
	db.QueryRow("SELECT name FROM users WHERE id = $1", id)

	nilled, _ := uuid.Parse(text)
	if nilled == uuid.Nil {
		return nil
	}
	db.QueryRow("SELECT 1 FROM users WHERE id = $1", nilled)

	constant, _ := uuid.Parse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	db.Query("SELECT 1 FROM users WHERE id = $1", constant)

	again, _ := uuid.Parse(owner.String())
	db.Query("SELECT 1 FROM users WHERE id = $1", again)

	fatal, err := uuid.Parse(text)
	if err != nil {
		log.Fatal(err)
	}
	db.Query("SELECT 1 FROM users WHERE id = $1", fatal)

	fallback, err := uuid.Parse(text)
	if err != nil {
		fallback = owner
	}
	db.Query("SELECT 1 FROM users WHERE id = $1", fallback)

	if inside, err := uuid.Parse(text); err == nil {
		db.Query("SELECT 1 FROM users WHERE id = $1", inside)
	}

	must, err := uuid.Parse(text)
	check(err)
	db.Query("SELECT 1 FROM users WHERE id = $1", must)

	var sum [32]byte
	part, _ := uuid.FromBytes(sum[:16])
	db.Query("SELECT 1 FROM users WHERE id = $1", part)

	unused, _ := uuid.Parse(text)
	log.Println(unused)
	return nil
}

// A filter is changed by methods that return it.
type filter struct {
	id    uuid.UUID
	limit int
}

func (f filter) by(id uuid.UUID) filter { f.id = id; return f }

func (f filter) more() filter { f.limit++; return f }

func filtered(db *sql.DB, text string) {
	id, _ := uuid.Parse(text)
	var f filter
	f = f.by(id).more() // want `the error of Parse is ignored`
	f = f.more()
	db.Query("SELECT 1 FROM users WHERE id = $1", f.id)
}

// late looks at the error after the query.
func late(db *sql.DB, text string) error {
	id, parseErr := uuid.Parse(text)
	_, err := db.Exec("DELETE FROM users WHERE id = $1", id) // want `the error of Parse is ignored`
	return errors.Join(parseErr, err)
}

func early(db *sql.DB, text string) error {
	id, parseErr := uuid.Parse(text)
	if err := errors.Join(parseErr, db.Ping()); err != nil {
		return err
	}
	_, err := db.Exec("DELETE FROM users WHERE id = $1", id)
	return err
}

// kept collects the errors, and uses no UUID if there is one.
func kept(db *sql.DB, texts []string) error {
	var errs []error
	get := func(text string) uuid.UUID {
		id, err := uuid.Parse(text)
		if err != nil {
			errs = append(errs, fmt.Errorf("%q: %w", text, err))
		}
		return id
	}
	var ids []uuid.UUID
	for _, text := range texts {
		ids = append(ids, get(text))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, id := range ids {
		db.Exec("DELETE FROM users WHERE id = $1", id)
	}
	return nil
}

func keptAndUsed(db *sql.DB, texts []string) error {
	var errs []error
	for _, text := range texts {
		id, err := uuid.Parse(text)
		if err != nil {
			errs = append(errs, err)
		}
		db.Exec("DELETE FROM users WHERE id = $1", id) // want `the error of Parse is ignored`
	}
	return errors.Join(errs...)
}

// A reader keeps the first error, as bufio.Scanner does.
type reader struct {
	db  *sql.DB
	err error
}

func (r *reader) id(text string) uuid.UUID {
	id, err := uuid.Parse(text)
	if err != nil {
		r.err = err
	}
	return id
}

func (r *reader) delete(text string) {
	if id := r.id(text); r.err == nil {
		r.db.Exec("DELETE FROM users WHERE id = $1", id)
	}
}

// flagged asks a flag before it uses the UUID.
func flagged(db *sql.DB, text string) {
	ok := true
	id, err := uuid.Parse(text)
	if err != nil {
		log.Println(err)
		ok = false
	}
	log.Println("parsed")
	if ok {
		db.Exec("DELETE FROM users WHERE id = $1", id)
	}
}

// optional takes empty text for no UUID.
func optional(db *sql.DB, text string) error {
	id, err := uuid.Parse(text)
	if err != nil && text != "" {
		return err
	}
	db.Exec("UPDATE users SET boss = $1", id)
	if id, err = uuid.Parse(text); err != nil {
		if text != "" {
			return err
		}
		log.Println("nobody")
	}
	_, err = db.Exec("UPDATE users SET head = $1", id)
	return err
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func only[T any](v T, _ error) T { return v }

func all[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func generics(db *sql.DB, text string) {
	db.Exec("DELETE FROM users WHERE id = $1", only(uuid.Parse(text))) // want `the error of Parse is ignored`
	db.Exec("DELETE FROM users WHERE id = $1", all(uuid.Parse(text)))
}

func stored(db *sql.DB, text string) {
	var u user
	var err error
	if u.ID, err = uuid.Parse(text); err != nil {
		println(err)
	}
	db.Exec("DELETE FROM users WHERE id = $1", u.ID) // want `the error of Parse is ignored`
	if u.ID, err = uuid.Parse(text + "0"); err != nil {
		return
	}
}

// What is named as databases and web frameworks are may be something else.
type UserStore struct{}

func (UserStore) Delete(id uuid.UUID) {}

type tx struct{}

func (tx) Exec(query string, args ...any) {}

type view struct{}

func (view) JSON(status int, v any) {}

func named(users UserStore, in tx, out view, text string) {
	id, _ := uuid.Parse(text)
	users.Delete(id) // want `the query or the row gets Nil: return after the error; that UserStore stores UUIDs is a guess from its name$`
	id, _ = uuid.Parse(text + "0")
	in.Exec("DELETE FROM users WHERE id = ?", id) // want `gets Nil: return after the error; that Exec is of a database is a guess from its name$`
	id, _ = uuid.Parse(text + "1")
	out.JSON(200, id) // want `the program writes Nil: return after the error; that JSON is of a web framework is a guess from its name$`
}

type rows struct{ db *sql.DB }

func (r rows) put(u *user) error {
	_, err := r.db.Exec("INSERT INTO users (id) VALUES ($1)", u.ID)
	return err
}

func (r rows) value(u user) error {
	_, err := r.db.Exec("INSERT INTO users (id) VALUES ($1)", u.ID)
	return err
}

type service struct{ rows }

func (s *service) pass(text string) error {
	id, err := uuid.Parse(text)
	if err != nil {
		log.Println(err)
	}
	return s.put(&user{ID: id}) // want `the error of Parse is ignored`
}

func (s *service) passRight(text string) error {
	id, err := uuid.Parse(text)
	if err != nil {
		return err
	}
	return s.put(&user{ID: id})
}

func (s *service) decoded(data []byte) {
	var u, v user
	json.Unmarshal(data, &u)
	s.put(&u) // want `the error of Unmarshal is ignored`
	if err := json.Unmarshal(data, &v); err != nil {
		log.Println(err)
	}
	s.value(v) // want `the error of Unmarshal is ignored`
}

func (s *service) decodedRight(data []byte) {
	var u, v user
	if err := json.Unmarshal(data, &u); err != nil {
		return
	}
	s.put(&u)
	json.Unmarshal(data, &v)
	v.ID = uuid.New()
	s.value(v)
}

// sized parses bytes that are always 16.
func sized(db *sql.DB, other uuid.UUID, data []byte) {
	id, _ := uuid.FromBytes(other[:])
	db.Exec("DELETE FROM users WHERE id = $1", id)
	raw, err := other.MarshalBinary()
	if err != nil {
		return
	}
	id, _ = uuid.FromBytes(raw)
	db.Exec("DELETE FROM users WHERE id = $1", id)
	part := data[4:20]
	id, _ = uuid.FromBytes(part)
	db.Exec("DELETE FROM users WHERE id = $1", id)
	id, _ = uuid.FromBytes(data[4:])
	db.Exec("DELETE FROM users WHERE id = $1", id) // want `the error of FromBytes is ignored`
}

type event struct{ key, other string }

// validated asks before it parses.
func validated(db *sql.DB, e event, row []string, sent map[string]string) {
	if uuid.Validate(e.key) != nil || uuid.Validate(row[1]) != nil || uuid.Validate(sent["id"]) != nil {
		return
	}
	id, _ := uuid.Parse(e.key)
	db.Exec("DELETE FROM users WHERE id = $1", id)
	id, _ = uuid.Parse(row[1])
	db.Exec("DELETE FROM users WHERE id = $1", id)
	id, _ = uuid.Parse(sent["id"])
	db.Exec("DELETE FROM users WHERE id = $1", id)
	other, _ := uuid.Parse(e.other)
	db.Exec("DELETE FROM users WHERE id = $1", other) // want `the error of Parse is ignored`
}

// pair returns both errors as one.
func pair(a, b string) (x, y uuid.UUID, err error) {
	x, err = uuid.Parse(a)
	if err == nil {
		y, err = uuid.Parse(b)
	}
	return
}

func second(a, b string) (x, y uuid.UUID, err error) {
	if x, err = uuid.Parse(a); err != nil {
		log.Println(err)
	}
	y, err = uuid.Parse(b)
	return
}

func pairs(db *sql.DB, a, b string) error {
	x, y, err := pair(a, b)
	if err != nil {
		return err
	}
	db.Exec("UPDATE users SET boss = $1 WHERE id = $2", x, y)
	x, y, err = second(a, b)
	if err != nil {
		return err
	}
	db.Exec("UPDATE users SET boss = $1 WHERE id = $2", x, y) // want `the error of Parse is ignored`
	return nil
}

// asks looks at the error after a question that changes nothing.
func asks(text string, owner uuid.UUID, names map[uuid.UUID]string) (string, bool) {
	id, err := uuid.Parse(text)
	name, ok := names[id]
	if err != nil || !ok {
		return "", false
	}
	id, err = uuid.Parse(text + "0")
	if id == owner && err == nil {
		return name, true
	}
	if id, err := uuid.Parse(text + "1"); id != owner || err != nil {
		return name, false
	}
	id, err = uuid.Parse(text + "2")
	names[id] = name // want `the key of the map is Nil`
	if err != nil {
		return "", false
	}
	id, err = uuid.Parse(text + "3")
	if id == owner { // want `the program compares with Nil`
		log.Println("the owner")
	}
	if err != nil {
		return "", false
	}
	return name, true
}

type account struct{ ID, Owner uuid.UUID }

func owns(a account, id uuid.UUID) bool { return a.Owner == id }

// patch changes its own copy.
func patch(db *sql.DB, a account, text []byte) {
	var owner uuid.UUID
	if err := owner.UnmarshalText(text); err != nil {
		log.Println(err)
	}
	a.Owner = owner
	db.Exec("UPDATE accounts SET owner = $1", a.Owner) // want `the error of UnmarshalText is ignored`
}

// byText keeps UUIDs in a map, and lists in a slice.
func byText(db *sql.DB, texts []string) {
	ids := map[string]uuid.UUID{}
	for _, text := range texts {
		ids[text], _ = uuid.Parse(text)
	}
	for _, id := range ids {
		db.Exec("DELETE FROM users WHERE id = $1", id) // want `the error of Parse is ignored`
	}
	var list []uuid.UUID
	found := map[string]uuid.UUID{}
	for _, text := range texts {
		id, _ := uuid.Parse(text)
		list = append(list, id)
		if id, err := uuid.Parse(text); err == nil {
			found[text] = id
		}
	}
	for _, id := range list {
		if id == uuid.Nil {
			continue
		}
		db.Exec("DELETE FROM users WHERE id = $1", id)
	}
	for _, id := range found {
		db.Exec("DELETE FROM users WHERE id = $1", id)
	}
}

type known struct{ ID uuid.UUID }

func (u known) remove(db *sql.DB) {
	if u.ID != uuid.Nil {
		db.Exec("DELETE FROM users WHERE id = $1", u.ID)
	}
}

func maybe(db *sql.DB, text string) {
	id, _ := uuid.Parse(text)
	known{id}.remove(db)
}

// closures use what the function around has decoded.
func closures(db *sql.DB, data []byte) error {
	var u, v, w, x user
	json.Unmarshal(data, &u)
	func() {
		db.Exec("DELETE FROM users WHERE id = $1", u.ID) // want `the error of Unmarshal is ignored`
	}()
	err := json.Unmarshal(data, &v)
	remove := func() { db.Exec("DELETE FROM users WHERE id = $1", v.ID) }
	if err != nil {
		return err
	}
	remove()
	json.Unmarshal(data, &w)
	func() {
		if w.ID != uuid.Nil {
			db.Exec("DELETE FROM users WHERE id = $1", w.ID)
		}
	}()
	json.Unmarshal(data, &x)
	func() {
		x.ID = uuid.New()
		db.Exec("DELETE FROM users WHERE id = $1", x.ID)
	}()
	return nil
}

// decode drops the error, and decodeAll returns it.
func decode[T any](data []byte) T {
	var v T
	_ = json.Unmarshal(data, &v)
	return v
}

func decodeUser(data []byte) user {
	var u user
	if err := json.Unmarshal(data, &u); err != nil {
		log.Println(err)
	}
	return u
}

func decodeAll[T any](data []byte) (v T, err error) {
	err = json.Unmarshal(data, &v)
	return v, err
}

func (u user) Validate() error { return nil }

func (s *service) redeliver(data []byte) error {
	s.value(decode[user](data)) // want `the error of Unmarshal is ignored`
	u := decodeUser(data)
	s.value(u) // want `the error of Unmarshal is ignored`
	v := decode[user](data)
	if v.ID == uuid.Nil {
		return nil
	}
	s.value(v)
	w := decode[user](data)
	if err := w.Validate(); err != nil {
		return err
	}
	s.value(w)
	x, err := decodeAll[user](data)
	if err != nil {
		return err
	}
	return s.value(x)
}

// returned returns the error after the UUID is written.
func returned(db *sql.DB, data []byte, names []string) error {
	u := new(user)
	err := json.Unmarshal(data, u)
	for _, name := range names {
		if _, err := db.Exec("INSERT INTO users (id, name) VALUES ($1, $2)", u.ID, name); err != nil { // want `the error of Unmarshal is ignored`
			return err
		}
	}
	return err
}

func returnedRight(db *sql.DB, text string) (rows *sql.Rows, err error) {
	id, err := uuid.Parse(text)
	if text == "" {
		_, err := db.Exec("INSERT INTO users (id) VALUES ($1)", id)
		return nil, err
	}
	rows, _ = db.Query("SELECT name FROM users WHERE id = $1", id) // the caller looks at the error
	return rows, err
}
