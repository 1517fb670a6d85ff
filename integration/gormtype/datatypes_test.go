package gormtype_test

import (
	"encoding/json"
	"testing"

	google "github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"
	"gorm.io/datatypes"
	"gorm.io/driver/mysql"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// A program can keep BinUUID, too: the plugin puts its bytes together.
func TestKeepingBinUUID(t *testing.T) {
	for _, dialector := range []gorm.Dialector{sqlite.Dialector{DriverName: "sqlite", DSN: ":memory:"}, mysql.Open(stores.MariaDB(t))} {
		type item struct{ ID datatypes.BinUUID }
		db := kit.Must(gorm.Open(dialector, &gorm.Config{Logger: logger.Discard}))(t)
		conns := kit.Must(db.DB())(t)
		conns.SetMaxOpenConns(1)
		kit.Check(t, db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[datatypes.BinUUID]())))
		kit.Check(t, gormtype.Check(db, &item{}))
		kit.Check(t, db.AutoMigrate(&item{}))
		items := make([]item, 200)
		for i := range items {
			items[i].ID = datatypes.NewBinUUIDv4()
		}
		kit.Check(t, db.Create(items).Error)
		if tx := db.Delete(&item{}, items[7].ID); tx.Error != nil || tx.RowsAffected != 1 {
			t.Errorf("%s: deleted %d rows, %v; want 1", db.Name(), tx.RowsAffected, tx.Error)
		}
		kit.Check(t, conns.Close())
	}
}

// TestJSONQuery compares with a text in a JSON document, as docs/gorm.md says. A UUID of bytes equals none.
func TestJSONQuery(t *testing.T) {
	for _, dialector := range []gorm.Dialector{sqlite.Dialector{DriverName: "sqlite", DSN: ":memory:"}, mysql.Open(stores.MariaDB(t))} {
		type paper struct {
			ID  google.UUID `gorm:"type:binary(16)"`
			Doc datatypes.JSON
		}
		db := kit.Must(gorm.Open(dialector, &gorm.Config{Logger: logger.Discard}))(t)
		conns := kit.Must(db.DB())(t)
		conns.SetMaxOpenConns(1)
		kit.Check(t, db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[google.UUID]())))
		kit.Check(t, db.AutoMigrate(&paper{}))
		owner := google.New()
		doc := datatypes.JSON(kit.Must(json.Marshal(map[string]any{"owner": owner}))(t))
		kit.Check(t, db.Create([]paper{{google.New(), doc}, {google.New(), datatypes.JSON(`{"owner":null}`)}}).Error)
		for want, condition := range map[int64]any{
			1: datatypes.JSONQuery("doc").Equals(owner.String(), "owner"),
			0: datatypes.JSONQuery("doc").Equals(owner, "owner"), // once this is 1, the page can lose a sentence
		} {
			var got int64
			if err := db.Model(&paper{}).Where(condition).Count(&got).Error; err != nil || got != want {
				t.Errorf("%s: %d papers, %v; want %d", db.Name(), got, err, want)
			}
		}
		kit.Check(t, db.Migrator().DropTable(&paper{}))
		kit.Check(t, conns.Close())
	}
}

// TestDatatypesWire compares what the types of gorm.io/datatypes are in JSON and MessagePack with what takes their place:
// docs/moving/from-datatypes.md.
func TestDatatypesWire(t *testing.T) {
	id := google.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	numbers, text := "[0,17,34,51,68,85,102,119,136,153,170,187,204,221,238,255]", `"`+id.String()+`"`
	packed, packedText := "\xc4\x10"+string(id[:]), "\xc4\x24"+id.String()
	wireOf(t, datatypes.UUID(id), numbers, packed, text, packedText)
	wireOf(t, datatypes.BinUUID(id), numbers, packed, text, packedText)
	wireOf(t, gormtype.UUID(id), text, packedText, numbers, packed)
	wireOf(t, gormtype.Text(id), text, packedText, numbers, packed)
}

// wireOf writes an id as JSON and MessagePack, reads both, and fails to read the other forms.
func wireOf[T comparable](t *testing.T, id T, inJSON, packed, otherJSON, otherPacked string) {
	t.Helper()
	var got, unread T
	b, err := json.Marshal(id)
	if err != nil || string(b) != inJSON || json.Unmarshal(b, &got) != nil || got != id {
		t.Errorf("%T: JSON: got %s, %v, and read %v; want %s", id, b, err, got, inJSON)
	}
	b, err = msgpack.Marshal(id)
	if err != nil || string(b) != packed || msgpack.Unmarshal(b, &got) != nil || got != id {
		t.Errorf("%T: MessagePack: got %q, %v, and read %v; want %q", id, b, err, got, packed)
	}
	var column datatypes.JSONType[T]
	if json.Unmarshal([]byte(otherJSON), &unread) == nil || column.Scan([]byte(otherJSON)) == nil {
		t.Errorf("%T: JSON: read %s as %v and %v", id, otherJSON, unread, column.Data())
	}
	if msgpack.Unmarshal([]byte(otherPacked), &unread) == nil {
		t.Errorf("%T: MessagePack: read %q as %v", id, otherPacked, unread)
	}
}
