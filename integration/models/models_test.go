package models_test

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

func TestMain(m *testing.M) { stores.Main(m) }

// A User is a model as programs have it.
type User struct {
	ID     google.UUID     `gorm:"type:binary(16)" bson:"_id"`
	Boss   google.NullUUID `gorm:"type:binary(16)"`
	TeamID *google.UUID    `gorm:"type:binary(16)"`
}

var (
	boss, team = google.MustParse("00112233-4455-6677-8899-aabbccddeeff"), google.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")

	employee = User{
		ID:     google.MustParse("5c146b14-3c52-8afd-938a-375d0df1fbf6"),
		Boss:   google.NullUUID{UUID: boss, Valid: true},
		TeamID: &team,
	}
	founder = User{ID: boss}
)

// users is what a program does with its users. A method of a nullable takes one that
// may be null, and finds nothing if it is.
type users interface {
	add(User) error
	get(id google.UUID, u *User) error
	ofBoss(google.NullUUID) ([]User, error)
	setBoss(id google.UUID, boss google.NullUUID) error

	// stored is what the store itself reports of a user.
	stored(id google.UUID) string
}

// A program is open with a store.
type program struct {
	name string
	line string // of the README, which makes the models right, or none
	open func(testing.TB) users
	form func(google.UUID) string // in which the store should have a UUID
}

func TestModels(t *testing.T) {
	for _, p := range slices.Concat(sqlPrograms(), pgxPrograms(), gormPrograms(), documentPrograms()) {
		t.Run(p.name, func(t *testing.T) {
			program := p.open(t)
			for _, u := range []User{employee, founder} {
				kit.Check(t, program.add(u))
			}
			const null = "null"
			for _, want := range []struct {
				User
				stored string
			}{
				{employee, p.form(employee.ID) + " " + p.form(boss) + " " + p.form(team)},
				{founder, p.form(founder.ID) + " " + null + " " + null},
			} {
				if got := strings.ToLower(program.stored(want.ID)); got != want.stored {
					t.Errorf("stored %s, want %s", got, want.stored)
				}
				got := User{ID: team}
				if err := program.get(want.ID, &got); err != nil || !reflect.DeepEqual(got, want.User) {
					t.Errorf("read %v, %v, want %v", got, err, want.User)
				}
			}
			find := func(boss google.NullUUID, want ...User) {
				t.Helper()
				if got, err := program.ofBoss(boss); err != nil || len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
					t.Errorf("found %v, %v, want %v", got, err, want)
				}
			}
			find(employee.Boss, employee)
			find(google.NullUUID{UUID: team, Valid: true})
			kit.Check(t, program.setBoss(employee.ID, google.NullUUID{}))
			find(employee.Boss)
			kit.Check(t, program.setBoss(founder.ID, google.NullUUID{UUID: team, Valid: true}))
			find(google.NullUUID{UUID: team, Valid: true}, User{ID: founder.ID, Boss: google.NullUUID{UUID: team, Valid: true}})
		})
	}
}

// TestLines demands that each line is in the README, perhaps for another type, and in
// the code of these tests.
func TestLines(t *testing.T) {
	readme := string(kit.Must(os.ReadFile("../../README.md"))(t))
	for _, other := range []string{"[uuid.UUID]", "[stduuid.UUID]"} {
		readme = strings.ReplaceAll(readme, other, "[google.UUID]")
	}
	var source strings.Builder
	for _, file := range kit.Must(filepath.Glob("*_test.go"))(t) {
		source.Write(kit.Must(os.ReadFile(file))(t))
	}
	for _, p := range slices.Concat(sqlPrograms(), pgxPrograms(), gormPrograms(), documentPrograms()) {
		if !strings.Contains(readme, p.line) {
			t.Errorf("%s: README.md does not have %s", p.name, p.line)
		}
		if code := strings.ReplaceAll(source.String(), "`"+p.line+"`", ""); p.line != "" && !strings.Contains(code, p.line) {
			t.Errorf("%s: no code here is %s", p.name, p.line)
		}
	}
}

// The forms of a UUID.
func canonical(id google.UUID) string { return id.String() }
func digits(id google.UUID) string    { return hex.EncodeToString(id[:]) }
