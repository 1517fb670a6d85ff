package gormtype_test

import (
	"database/sql"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// What the plugin takes for a UUID, it refuses in SQL where that may be bytes.
// Everything else passes as it is.
func TestPluginKnows(t *testing.T) {
	type (
		google = vectors.Google
		nullID struct {
			ID    google
			Valid bool
		}
		okID struct {
			ID google
			OK bool
		}
		countID struct {
			ID    google
			Valid int
		}
		hidden struct {
			id    google
			Valid bool
		}
		more struct {
			ID            google
			Valid, Really bool
		}
		first struct {
			Valid bool
			ID    google
		}
		text struct {
			S     string
			Valid bool
		}
		words [16]uint16
		short [15]byte
	)
	id := google(vectors.U)
	p := &id
	for _, test := range []struct {
		value any
		is    bool
	}{
		{id, true}, {p, true}, {&p, true}, {(*google)(nil), true},
		{vectors.Std(id), true}, {[16]byte(id), true}, {vectors.U, true},
		{sql.Null[google]{V: id, Valid: true}, true}, {&sql.Null[google]{}, true}, {uuid.NullUUID{UUID: vectors.U, Valid: true}, true},
		{nullID{id, true}, true}, {&nullID{}, true},
		{okID{id, true}, false}, {countID{id, 1}, false}, {hidden{id, true}, false}, {more{ID: id, Valid: true}, false}, {first{true, id}, false},
		{text{"x", true}, false}, {sql.NullString{String: "x", Valid: true}, false}, {(*sql.NullString)(nil), false}, {sql.NullInt64{}, false},
		{gormtype.UUID(id), false}, {gormtype.NullUUID{UUID: gormtype.UUID(id), Valid: true}, false},
		{ulid(id), false}, {trace(id), false}, {words{}, false}, {short{}, false}, {1, false}, {vectors.Text, false},
	} {
		err := openPlugin(t, "mysql").Exec("SELECT ?", test.value).Error
		if refused := err != nil && strings.Contains(err.Error(), "cannot tell the column"); refused != test.is || err != nil && !test.is {
			t.Errorf("%T: %v, want a refusal: %t", test.value, err, test.is)
		}
		// Where a UUID in SQL is text, all of them pass.
		if err := openPlugin(t, "postgres").Exec("SELECT ?", test.value).Error; err != nil {
			t.Errorf("postgres, %T: %v", test.value, err)
		}
	}
}

// A nil pointer to text is NULL, also next to a column of bytes.
func TestPluginNilText(t *testing.T) {
	for _, value := range []any{(*string)(nil), (*sql.NullString)(nil)} {
		tx := openPlugin(t, "mysql").Find(new(row[vectors.Google]), "id = ?", value)
		if tx.Error != nil || len(tx.Statement.Vars) != 1 || tx.Statement.Vars[0] != value {
			t.Errorf("%T: got %v, %v; want it as it is", value, tx.Statement.Vars, tx.Error)
		}
	}
}
