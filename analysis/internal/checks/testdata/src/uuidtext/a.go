package uuidtext

import (
	"database/sql"
	"net/http"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uuidkit/uuidkit/sqlx"
	"gorm.io/gorm"
)

const schema = `CREATE TABLE users (
	id BINARY(16) PRIMARY KEY,
	boss_id BINARY(16),
	mail VARCHAR(100) NOT NULL
)`

type Pet struct {
	ID    uuid.UUID `gorm:"type:binary(16);primaryKey"`
	Owner string    `gorm:"type:binary(16)"` // want `the column is binary\(16\), and a string is text, which it rejects or cuts`
	Tag   string    `gorm:"type:char(36)"`
	Chip  string    `gorm:"type:binary(36)"`
}

func wrong(db *sql.DB, g *gorm.DB, id uuid.UUID, userID string, r *http.Request) {
	db.Query("SELECT name FROM users WHERE id = ?", id.String()) // want `the column id is binary\(16\), and this is the text of a UUID: it equals none of its values; give the 16 bytes`
	text := id.String()
	db.Exec("INSERT INTO users (id, mail) VALUES (?, ?)", text, "x")    // want `this is the text of a UUID`
	db.Exec("UPDATE users SET boss_id = ? WHERE mail = ?", userID, "x") // want `the column boss_id is binary\(16\), and this is text`
	stmt, _ := db.Prepare("DELETE FROM users WHERE id = ?")
	stmt.Exec(id.String())                                                       // want `the text of a UUID`
	g.Where("owner = ?", id.String()).Find(&[]Pet{})                             // want `the column owner is binary\(16\)`
	db.Query("SELECT 1 FROM users WHERE id IN (?, ?)", id[:], r.FormValue("id")) // want `this is text`
}

func right(db *sql.DB, g *gorm.DB, id uuid.UUID, mail string) {
	db.Query("SELECT name FROM users WHERE id = ?", id[:])
	db.Query("SELECT name FROM users WHERE id = UUID_TO_BIN(?)", id.String())
	db.Query("SELECT name FROM users WHERE BIN_TO_UUID(id) = ?", id.String())
	db.Query("SELECT name FROM users WHERE mail = ?", mail)
	db.Query("SELECT name FROM users WHERE id = ?", string(id[:]))
	db.Query("SELECT name FROM teams WHERE id = ?", id.String())
	db.Query("SELECT name FROM users WHERE id = ?", id)
	g.Where("tag = ?", id.String()).Find(&[]Pet{})
	g.Where("chip = ?", id.String()).Find(&[]Pet{})
}

// chosen has a value for each condition.
func chosen(db *sql.DB, id uuid.UUID, byMail bool) {
	where, arg := "id = ?", any(id[:])
	if byMail {
		where, arg = "mail = ?", id.String()
	}
	db.Query("SELECT name FROM users WHERE "+where, arg)
	text := id.String()
	db.Query("SELECT name FROM users WHERE "+where, text) // want `the text of a UUID`
}

type File struct {
	ID []byte `gorm:"type:binary(16);primaryKey"`
}

type Cow struct {
	Herd sqlx.Binary `bun:"herd,type:binary(16)"`
}

// bun makes text of each argument, whoever opens the database.
func cows(q *bun.SelectQuery, herd uuid.UUID, herds []uuid.UUID, keys []sqlx.Binary) {
	q.Where("herd IN (?)", bun.List(herds)) // want `the column herd is binary\(16\), and the elements of this list are sent as text`
	q.Where("herd IN (?)", bun.List(keys))
	q.Where("herd = ?", herd) // want `the column herd is binary\(16\), and uuid.UUID is sent as text`
	q.Where("herd = ?", sqlx.Binary(herd))
}

func lists(db *sql.DB, g *gorm.DB, ids []uuid.UUID, marks string) {
	args := make([]any, len(ids))
	raw := make([]any, len(ids))
	var texts []string
	for i, id := range ids {
		args[i], raw[i] = id.String(), id[:]
		texts = append(texts, id.String())
	}
	db.Query("SELECT name FROM users WHERE id IN ("+marks+")", args...) // want `this list has texts of UUIDs`
	db.Query("SELECT name FROM users WHERE id IN ("+marks+")", raw...)
	g.Raw("SELECT * FROM files WHERE id IN ?", texts) // want `this list has texts of UUIDs`
	func() { g.Where("id IN ?", texts) }()            // want `this list has texts of UUIDs`
}
