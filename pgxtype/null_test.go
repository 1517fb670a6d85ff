package pgxtype_test

import (
	"database/sql/driver"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
)

// The nullable type of a registered UUID's package is among the kinds of the other tests
// (withNull). These types are none, and pgx does with them what it does without Register:
// it calls their methods.
type (
	otherPackage struct {
		UUID  vectors.Google
		Valid bool
	}
	otherNames struct {
		ID    localID
		Valid bool
	}
	localID [16]byte
)

func (otherPackage) Value() (driver.Value, error) { return vectors.Text, nil }
func (*otherPackage) Scan(any) error              { return nil }
func (otherNames) Value() (driver.Value, error)   { return vectors.Text, nil }
func (*otherNames) Scan(any) error                { return nil }

func TestNullLookalikes(t *testing.T) {
	m := newMap()
	newKind[localID]().register(m)
	for _, v := range []any{otherPackage{}, &otherPackage{}, otherNames{}} {
		encodes(t, m, inUUID, v, inUUID.wire)
	}
	for _, before := range []any{otherPackage{Valid: true}, otherNames{Valid: true}} {
		scans(t, m, inUUID, inUUID.wire, before, before)
	}
	encodes(t, m, inArrayText, []otherPackage{{}}, "{"+vectors.Text+"}")
}

// TestNullErrors shows that errors name the nullable type, not the sql.Null that it is
// taken for.
func TestNullErrors(t *testing.T) {
	m := newMap()
	for _, tt := range []struct {
		col    column
		src    string
		before any
		want   string
	}{
		{inUUID, "short", vectors.NullUUID{UUID: vectors.Google(vectors.Other), Valid: true}, "got 5 bytes, want 16"},
		{inArray, "short", []vectors.NullUUID{{}}, "array header"},
		{inArrayText, "{x}", [][]vectors.NullUUID{{{}}}, "x"},
	} {
		scansNot(t, m, tt.col, tt.src, tt.before, tt.want)
	}
	_, err := m.Encode(inArray.oid, binaryFormat, [][]vectors.NullUUID{{{}}, {}}, nil)
	if want := "pgxtype: encode " + longName([][]vectors.NullUUID{}) + ": a PostgreSQL array cannot have rows"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("Encode of ragged rows: %v, want %s", err, want)
	}
}

// Before Go 1.27 database/sql reads arrays with SQLScanner, for which pgx needs a line.
func TestNullSQLScanner(t *testing.T) {
	m := newMap()
	m.RegisterDefaultPgType((*[]vectors.NullUUID)(nil), "_uuid")
	var got []vectors.NullUUID
	want := vectors.NullUUID{UUID: vectors.Google(vectors.U), Valid: true}
	if err := m.SQLScanner(&got).Scan("{" + vectors.Text + ",NULL}"); err != nil || len(got) != 2 || got[0] != want || got[1].Valid {
		t.Errorf("got %v, %v, want %v and NULL", got, err, want)
	}
}
