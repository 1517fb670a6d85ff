// Package sqlitecache is a cache of thumbnails in SQLite.
package sqlitecache

import (
	"crypto/md5"
	"database/sql"
	"fmt"

	"github.com/gofrs/uuid/v5"
	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/sqlx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

const ddl = `
CREATE TABLE thumbs (key BLOB PRIMARY KEY, owner TEXT NOT NULL, parent BLOB, sum BLOB, png BLOB) STRICT;
CREATE TABLE owners (id TEXT PRIMARY KEY, label TEXT);
`

type Cache struct {
	*sql.DB
}

func New(path string) (c Cache, err error) {
	c.DB, err = sql.Open("sqlite", path)
	if err == nil {
		_, err = c.Exec(ddl)
	}
	return
}

func (c Cache) Put(key uuid.UUID, owner uuid.UUID, png []byte) error {
	_, err := c.Exec(`INSERT INTO thumbs (key, owner, png) VALUES (?, ?, ?)`, key, owner, png) // WRONG(uuidtext): the key is sent as text
	return err
}

func (c Cache) PutRight(key uuid.UUID, owner uuid.UUID, png []byte) error {
	_, err := c.Exec(`INSERT INTO thumbs (key, owner, png) VALUES (?, ?, ?)`, key.Bytes(), owner, png)
	return err
}

func (c Cache) Has(key kit.UUID) (ok bool, err error) {
	err = c.QueryRow(`SELECT EXISTS (SELECT 1 FROM thumbs WHERE key = ?)`, key).Scan(&ok) // WRONG(uuidtext): uuidkit's type is text, too
	return
}

func (c Cache) HasRight(key kit.UUID) (ok bool, err error) {
	err = c.QueryRow(`SELECT EXISTS (SELECT 1 FROM thumbs WHERE key = ?)`, key[:]).Scan(&ok)
	return
}

func (c Cache) HasUnhexRight(key kit.UUID) (ok bool, err error) {
	err = c.QueryRow(`SELECT EXISTS (SELECT 1 FROM thumbs WHERE key = unhex(?, '-'))`, key.String()).Scan(&ok)
	return
}

func (c Cache) Parents(keys ...uuid.UUID) error {
	for _, key := range keys {
		arg := fmt.Sprintf("%s", key)
		if _, err := c.Exec(`UPDATE thumbs SET parent = NULL WHERE parent = $1`, arg); err != nil { // WRONG(uuidtext): text of Sprintf
			return err
		}
	}
	return nil
}

func (c Cache) ParentsRight(keys ...uuid.UUID) error {
	for _, key := range keys {
		arg := sqlx.Binary(key)
		if _, err := c.Exec(`UPDATE thumbs SET parent = NULL WHERE parent = $1`, arg); err != nil {
			return err
		}
	}
	return nil
}

func (c Cache) Owner(owner uuid.UUID) (n int, err error) {
	err = c.QueryRow(`SELECT count(*) FROM thumbs WHERE owner = ?`, sqlx.Binary(owner)).Scan(&n) // WRONG(uuidtext): bytes for a column of text
	return
}

func (c Cache) OwnerRight(owner uuid.UUID) (n int, err error) {
	err = c.QueryRow(`SELECT count(*) FROM thumbs WHERE owner = ?`, owner).Scan(&n)
	return
}

func (c Cache) OwnerTextRight(owner uuid.UUID) (n int, err error) {
	err = c.QueryRow(`SELECT count(*) FROM thumbs WHERE owner = ?`, sqlx.Text(owner)).Scan(&n)
	return
}

func (c Cache) Keys() (keys []string, err error) {
	rows, err := c.Query(`SELECT key FROM thumbs`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var key string
		if err := rows.Scan(&key); err != nil { // WRONG(uuidtext): a string scans a BLOB
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, rows.Err()
}

func (c Cache) KeysRight() (keys []string, err error) {
	rows, err := c.Query(`SELECT key FROM thumbs`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var key uuid.UUID
		if err := rows.Scan(&key); err != nil {
			return nil, err
		}
		keys = append(keys, key.String())
	}
	return keys, rows.Err()
}

func (c Cache) KeysHexRight() (keys []string, err error) {
	rows, err := c.Query(`SELECT lower(hex(key)) FROM thumbs`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var key string
		if err := rows.Scan(&key); err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, rows.Err()
}

// SumRight stores the 16 bytes of a hash.
func (c Cache) SumRight(key uuid.UUID, png []byte) error {
	sum := md5.Sum(png)
	_, err := c.Exec(`UPDATE thumbs SET sum = ? WHERE key = ?`, sum[:], key[:])
	return err
}

// LabelRight is about the other table, whose id is text.
func (c Cache) LabelRight(id uuid.UUID) (label string, err error) {
	err = c.QueryRow(`SELECT label FROM owners WHERE id = ?`, id.String()).Scan(&label)
	return
}

// OwnersRight scans text into a string.
func (c Cache) OwnersRight(key uuid.UUID) (owner string, err error) {
	err = c.QueryRow(`SELECT owner FROM thumbs WHERE key = ?`, key[:]).Scan(&owner)
	return
}

// JoinRight gives text to one column, and bytes to the other.
func (c Cache) JoinRight(owner, key uuid.UUID) (n int, err error) {
	err = c.QueryRow(`SELECT count(*) FROM thumbs t JOIN owners o ON o.id = t.owner WHERE o.id = ? AND t.key <> ?`, owner.String(), key.Bytes()).Scan(&n)
	return
}
