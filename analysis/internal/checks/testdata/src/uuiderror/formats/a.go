// Package formats writes and reads BSON, CBOR and JSON.
package formats

import (
	"database/sql"
	"encoding/json"
	"io"
	"log"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/bson"
)

type user struct {
	ID   uuid.UUID
	Name string
}

func written(enc cbor.EncMode, text string) {
	id, _ := uuid.Parse(text)
	bson.Marshal(bson.M{"_id": id.String()}) // want `the error of Parse is ignored; after an error this UUID is Nil, and the program writes Nil`
	id, _ = uuid.Parse(text + "0")
	enc.Marshal(id) // want `the program writes Nil`
}

func read(dec cbor.DecMode, db *sql.DB, data []byte) {
	var id uuid.UUID
	_ = dec.Unmarshal(data, &id)
	db.Exec("DELETE FROM users WHERE id = ?", id) // want `the error of Unmarshal is ignored; after an error this UUID is Nil, and the query`
	var u, doc, in user
	dec.Unmarshal(data, &u)
	db.Exec("DELETE FROM users WHERE id = ?", u.ID)   // want `the error of Unmarshal is ignored`
	bson.Unmarshal(data, &doc)                        // want `does not use your registry`
	db.Exec("DELETE FROM users WHERE id = ?", doc.ID) // want `the error of Unmarshal is ignored`
	json.Unmarshal(data, &in)
	db.Exec("DELETE FROM users WHERE id = ?", in.ID.String()) // want `the error of Unmarshal is ignored`
}

func right(enc cbor.EncMode, dec cbor.DecMode, db *sql.DB, data []byte, text string) error {
	id, err := uuid.Parse(text)
	if err != nil {
		return err
	}
	bson.Marshal(bson.M{"_id": id.String()})
	enc.Marshal(id)

	var read uuid.UUID
	if err := dec.Unmarshal(data, &read); err != nil {
		return err
	}
	db.Exec("DELETE FROM users WHERE id = ?", read)
	var u, other user
	_ = dec.Unmarshal(data, &u)
	if u.ID == uuid.Nil {
		return nil
	}
	db.Exec("DELETE FROM users WHERE id = ?", u.ID)
	var looked uuid.UUID
	_ = dec.Unmarshal(data, &looked)
	if looked == uuid.Nil {
		return nil
	}
	db.Exec("DELETE FROM users WHERE id = ?", looked)
	dec.Unmarshal(data, &other)
	other.ID = id
	db.Exec("DELETE FROM users WHERE id = ?", other.ID)
	return nil
}

func logged(db *sql.DB, data []byte) error {
	var u user
	if err := json.Unmarshal(data, &u); err != nil {
		log.Println(err)
	}
	_, err := db.Exec("DELETE FROM users WHERE id = ?", u.ID) // want `the error of Unmarshal is ignored`
	return err
}

func loggedRight(db *sql.DB, r io.Reader, text string) error {
	var u user
	dec := json.NewDecoder(r)
	for {
		err := dec.Decode(&u)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			log.Println(err)
			return err
		}
		db.Exec("DELETE FROM users WHERE id = ?", u.ID)
	}
}

// whole writes all that a body has.
func whole(r io.Reader, data []byte) {
	var u, set, checked user
	_ = json.NewDecoder(r).Decode(&u)
	u.Name = "x"
	json.Marshal(u) // want `the error of Decode is ignored`
	_ = json.NewDecoder(r).Decode(&set)
	set.ID = uuid.New()
	json.Marshal(set)
	_ = json.NewDecoder(r).Decode(&checked)
	if !checked.isValid() {
		return
	}
	json.Marshal(checked)
}

func (u user) isValid() bool { return u.Name != "" }

// changed reads what a body changes of a user.
func changed(u user, data []byte) {
	_ = json.Unmarshal(data, &u)
	json.Marshal(u)
}

// defaulted has a value that is no Nil.
func defaulted(db *sql.DB, data []byte, before uuid.UUID, get func() user) {
	id, u := before, get()
	_ = json.Unmarshal(data, &id)
	db.Exec("DELETE FROM users WHERE id = ?", id)
	if err := json.Unmarshal(data, &u); err != nil {
		log.Println(err)
	}
	db.Exec("DELETE FROM users WHERE id = ?", u.ID)
}

type userStore struct{}

func (userStore) List(options user) {}

// listed has options that a body may leave out.
func listed(users userStore, r io.Reader) {
	var options user
	_ = json.NewDecoder(r).Decode(&options)
	users.List(options)
}
