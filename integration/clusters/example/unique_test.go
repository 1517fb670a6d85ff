package example_test

import (
	"database/sql"
	"testing"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"
	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// A customer has two unique indexes.
type customer struct {
	ID    gormtype.UUID `gorm:"primaryKey"`
	Email string        `gorm:"size:50;unique"`
}

// TestSecondUnique inserts a row, the same row again, and another row with the same email. Again must be no error.
// The other row is refused with an error, or is not there without one: then a program has to read it by its id.
func TestSecondUnique(t *testing.T) {
	lite := func() gorm.Dialector {
		return sqlite.New(sqlite.Config{Conn: kit.Must(sql.Open("sqlite", "file:"+t.TempDir()+"/shop.db"))(t)})
	}
	maria := func() gorm.Dialector { return mysql.Open(stores.MariaDB(t)) }
	pg := func() gorm.Dialector { return postgres.Open(stores.Postgres(t)) }
	statement := func(query string) func(*gorm.DB, customer) error {
		return func(db *gorm.DB, c customer) error {
			return db.Exec("INSERT INTO customers (id, email) VALUES (?, ?) "+query, c.ID, c.Email).Error
		}
	}
	create := func(conflict clause.OnConflict) func(*gorm.DB, customer) error {
		return func(db *gorm.DB, c customer) error { return db.Clauses(conflict).Create(&c).Error }
	}
	anyIndex, byID := clause.OnConflict{DoNothing: true}, clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoNothing: true}
	for _, tt := range []struct {
		name   string
		open   func() gorm.Dialector
		insert func(*gorm.DB, customer) error
		error  bool
	}{
		{"SQLite, ON CONFLICT DO NOTHING", lite, statement("ON CONFLICT DO NOTHING"), false},
		{"SQLite, ON CONFLICT (id) DO NOTHING", lite, statement("ON CONFLICT (id) DO NOTHING"), true},
		{"SQLite, GORM", lite, create(anyIndex), false},
		{"SQLite, GORM, column", lite, create(byID), true},
		{"PostgreSQL, ON CONFLICT DO NOTHING", pg, statement("ON CONFLICT DO NOTHING"), false},
		{"PostgreSQL, ON CONFLICT (id) DO NOTHING", pg, statement("ON CONFLICT (id) DO NOTHING"), true},
		{"PostgreSQL, GORM", pg, create(anyIndex), false},
		{"PostgreSQL, GORM, column", pg, create(byID), true},
		{"MariaDB, ON DUPLICATE KEY", maria, statement("ON DUPLICATE KEY UPDATE id = id"), false},
		{"MariaDB, GORM", maria, create(anyIndex), false},
		{"MariaDB, GORM, column", maria, create(byID), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			db := kit.Must(gorm.Open(tt.open(), &gorm.Config{Logger: logger.Discard}))(t)
			defer kit.Must(db.DB())(t).Close()
			kit.Check(t, db.AutoMigrate(&customer{}))
			ada, other := customer{gormtype.UUID(uuid.New()), "ada@example.com"}, customer{gormtype.UUID(uuid.New()), "ada@example.com"}
			for range 2 {
				if err := tt.insert(db, ada); err != nil {
					t.Fatalf("the same row: %v", err)
				}
			}
			if err := tt.insert(db, other); (err != nil) != tt.error {
				t.Errorf("another row with the email: got error %v, want one: %t", err, tt.error)
			}
			for _, want := range []struct {
				customer
				n int64
			}{{ada, 1}, {other, 0}} {
				var n int64
				kit.Check(t, db.Model(&customer{}).Where("id = ?", want.ID).Count(&n).Error)
				if n != want.n {
					t.Errorf("got %d rows with id %s, want %d", n, want.ID, want.n)
				}
			}
		})
	}
}

// TestSecondUniqueMongo: IsDuplicateKeyError is true of both, so it does not say which row is there.
func TestSecondUniqueMongo(t *testing.T) {
	uri, database := stores.Mongo(t)
	client := kit.Must(mongo.Connect(options.Client().ApplyURI(uri)))(t)
	defer client.Disconnect(t.Context())
	customers := client.Database(database).Collection("customers")
	kit.Must(customers.Indexes().CreateOne(t.Context(), mongo.IndexModel{Keys: bson.D{{Key: "email", Value: 1}}, Options: options.Index().SetUnique(true)}))(t)
	insert := func(id int) error {
		_, err := customers.InsertOne(t.Context(), bson.D{{Key: "_id", Value: id}, {Key: "email", Value: "ada@example.com"}})
		return err
	}
	kit.Check(t, insert(1))
	for id, want := range map[int]int64{1: 1, 2: 0} {
		if err := insert(id); !mongo.IsDuplicateKeyError(err) {
			t.Errorf("insert of %d: got error %v, want a duplicate key", id, err)
		}
		if got := kit.Must(customers.CountDocuments(t.Context(), bson.D{{Key: "_id", Value: id}}))(t); got != want {
			t.Errorf("got %d documents with _id %d, want %d", got, id, want)
		}
	}
}
