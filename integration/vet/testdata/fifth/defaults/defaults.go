// Package defaults fills what a configuration leaves out. In uuidkit Nil and Max are functions.
package defaults

import (
	"database/sql"
	"fmt"
	"html/template"
	"log/slog"
	"reflect"
	"sync"
	"testing"

	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	sq "github.com/Masterminds/squirrel"
	google "github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/uuidkit/uuidkit/uuid"
)

type Config struct {
	Tenant uuid.UUID
	New    func() uuid.UUID
	Empty  func() uuid.UUID
}

func (c Config) Unset() bool {
	return reflect.DeepEqual(c.Tenant, uuid.Nil) // WRONG(uuidfunc): a UUID never equals a function
}

func (c Config) UnsetRight() bool { return reflect.DeepEqual(c.Tenant, uuid.Nil()) }

func equal(a, b any) bool { return a == b }

func (c Config) Last() bool {
	return equal(c.Tenant, uuid.Max) // WRONG(uuidfunc): through a helper of the program
}

func (c Config) LastRight() bool { return equal(c.Tenant, uuid.Max()) }

func Log(log *slog.Logger, c Config) {
	log.Info("start", "tenant", c.Tenant, "none", uuid.Nil) // WRONG(uuidfunc): the log shows an address
}

func LogRight(log *slog.Logger, c Config) {
	log.Info("start", "tenant", c.Tenant, "none", uuid.Nil())
}

func Orphans(db *sql.DB) error {
	args := []any{"orphan", uuid.Nil} // WRONG(uuidfunc): in a list of arguments
	_, err := db.Exec(`UPDATE jobs SET state = $1 WHERE tenant = $2`, args...)
	return err
}

func OrphansRight(db *sql.DB) error {
	args := []any{"orphan", uuid.Nil()}
	_, err := db.Exec(`UPDATE jobs SET state = $1 WHERE tenant = $2`, args...)
	return err
}

func Where() sq.Eq {
	return sq.Eq{"tenant": uuid.Nil} // WRONG(uuidfunc): the value of a map
}

func WhereRight() sq.Eq { return sq.Eq{"tenant": uuid.Nil()} }

func CheckConfig(t *testing.T, c Config) {
	require.NotNil(t, c.New)
	assert.NotEqual(t, uuid.Nil, c.Tenant) // WRONG(uuidfunc): always passes
}

func CheckConfigRight(t *testing.T, c Config) {
	require.NotNil(t, c.New)
	assert.NotEqual(t, uuid.Nil(), c.Tenant)
	assert.NotEqual(t, google.Nil, google.UUID(c.Tenant))
}

func Describe(c Config) string {
	var none any = uuid.Nil // WRONG(uuidfunc): assigned to an any
	if none == any(c.Tenant) {
		return "none"
	}
	return c.Tenant.String()
}

func DescribeRight(c Config) string {
	var none any = uuid.Nil()
	if none == any(c.Tenant) {
		return "none"
	}
	return c.Tenant.String()
}

type pair struct {
	Name  string
	Value any
}

func Pairs() []pair {
	return []pair{
		{"zero", 0},
		{"tenant", uuid.Nil}, // WRONG(uuidfunc): the field of a struct
	}
}

func PairsRight() []pair {
	return []pair{
		{"zero", 0},
		{"tenant", uuid.Nil()},
		{"google", google.Nil},
	}
}

// FuncsRight are the functions of a template, which calls them.
func FuncsRight() template.FuncMap {
	return template.FuncMap{"nilID": uuid.Nil, "maxID": uuid.Max, "newID": uuid.NewV7}
}

// DefaultsRight stores functions where functions are wanted.
func DefaultsRight() Config { return Config{New: uuid.NewV7, Empty: uuid.Nil} }

// FieldsRight: ent calls the function that Default gets.
func FieldsRight() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).Default(uuid.NewV7).Immutable(),
		field.UUID("tenant", google.UUID{}).Default(google.New),
	}
}

// ReflectRight calls the function later.
func ReflectRight() uuid.UUID {
	out := reflect.ValueOf(uuid.Nil).Call(nil)
	return out[0].Interface().(uuid.UUID)
}

// OnceRight is generic, and keeps the type.
var OnceRight = sync.OnceValue(uuid.Max)

// GoogleRight has a variable.
func GoogleRight(id google.UUID) string { return fmt.Sprint(google.Nil, id, google.Max) }

// PickRight returns the function that its caller calls.
func PickRight(max bool) func() uuid.UUID {
	if max {
		return uuid.Max
	}
	return uuid.Nil
}
