package gormtype_test

import (
	"database/sql"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/uuid"
)

// Models with each kind of relation, of keys K and foreign keys F. SQLite stores numbers in
// columns of their type, too. GORM makes fields of a join table of the names of P and G, which
// are therefore not generic.
type (
	Person[K, F, P, G any] struct {
		ID        K `gorm:"type:binary(16);autoIncrement:false"`
		Name      string
		ManagerID F              `gorm:"type:binary(16)"`
		Manager   *P             `gorm:"foreignKey:ManagerID"`
		Reports   []P            `gorm:"foreignKey:ManagerID"`
		CompanyID F              `gorm:"type:binary(16)"`
		Company   company[K]     `gorm:"foreignKey:CompanyID"`
		Account   account[K, F]  `gorm:"foreignKey:PersonID"`
		Pass      *account[K, F] `gorm:"foreignKey:HolderID"`
		Pets      []*pet[K, F]   `gorm:"foreignKey:PersonID"`
		Toys      []toy[K, F]    `gorm:"polymorphic:Owner"`
		Toy       *toy[K, F]     `gorm:"polymorphic:Lender"`
		Groups    []G            `gorm:"many2many:person_groups;joinForeignKey:PersonID;joinReferences:GroupID"`
		Friends   []*P           `gorm:"many2many:friends;joinForeignKey:PersonID;joinReferences:GroupID"`
	}
	company[K any] struct {
		ID   K `gorm:"type:binary(16);autoIncrement:false"`
		Name string
	}
	account[K, F any] struct {
		ID       K `gorm:"type:binary(16);autoIncrement:false"`
		PersonID F `gorm:"type:binary(16)"`
		HolderID F `gorm:"type:binary(16)"`
	}
	pet[K, F any] struct {
		ID       K `gorm:"type:binary(16);autoIncrement:false"`
		Name     string
		PersonID F `gorm:"type:binary(16)"`
	}
	toy[K, F any] struct {
		ID         K `gorm:"type:binary(16);autoIncrement:false"`
		OwnerID    F `gorm:"type:binary(16)"`
		OwnerType  string
		LenderID   F `gorm:"type:binary(16)"`
		LenderType string
	}
	link[K any] struct {
		PersonID K `gorm:"type:binary(16)"`
		GroupID  K `gorm:"type:binary(16)"`
	}
)

func (Person[K, F, P, G]) TableName() string { return "people" }
func (company[K]) TableName() string         { return "companies" }
func (account[K, F]) TableName() string      { return "accounts" }
func (pet[K, F]) TableName() string          { return "pets" }
func (toy[K, F]) TableName() string          { return "toys" }

type Group[K any] struct {
	ID   K `gorm:"type:binary(16);autoIncrement:false"`
	Name string
}

func (Group[K]) TableName() string { return "groups" }

type (
	number struct {
		Person[uint, uint, number, numberGroup]
	}
	numberGroup   struct{ Group[uint] }
	numberPointer struct {
		Person[uint, *uint, numberPointer, numberGroup]
	}
	numberNull struct {
		Person[int64, sql.Null[int64], numberNull, numberNullGroup]
	}
	numberNullGroup struct{ Group[int64] }

	googleGroup struct{ Group[google.UUID] }
	googleModel struct {
		Person[google.UUID, google.UUID, googleModel, googleGroup]
	}
	googleModelPointer struct {
		Person[google.UUID, *google.UUID, googleModelPointer, googleGroup]
	}
	googleModelNull struct {
		Person[google.UUID, google.NullUUID, googleModelNull, googleGroup]
	}
	gofrsGroup        struct{ Group[gofrs.UUID] }
	gofrsModelPointer struct {
		Person[gofrs.UUID, *gofrs.UUID, gofrsModelPointer, gofrsGroup]
	}
	kitGroup        struct{ Group[uuid.UUID] }
	kitModelPointer struct {
		Person[uuid.UUID, *uuid.UUID, kitModelPointer, kitGroup]
	}
	stdGroup struct{ Group[std.UUID] }
	stdModel struct {
		Person[std.UUID, std.UUID, stdModel, stdGroup]
	}
	stdModelPointer struct {
		Person[std.UUID, *std.UUID, stdModelPointer, stdGroup]
	}
	stdModelSQL struct {
		Person[std.UUID, sql.Null[std.UUID], stdModelSQL, stdGroup]
	}
	ownGroup        struct{ Group[gormtype.UUID] }
	ownModelPointer struct {
		Person[gormtype.UUID, *gormtype.UUID, ownModelPointer, ownGroup]
	}
	ownModelNull struct {
		Person[gormtype.UUID, gormtype.Null[gormtype.UUID], ownModelNull, ownGroup]
	}
)

// TestAssociations does the same with keys that are numbers, without the plugin, and with
// UUIDs and the plugin: in memory and in the database there must be the same.
func TestAssociations(t *testing.T) {
	p := program{dialect: servers[0].database(t)}
	db := p.open(t)
	every := []string{"loaded", "unloaded", "unscoped", "slice"}
	value := outcomes[uint, uint, number, numberGroup](t, db, func(n int) uint { return uint(n) }, every...)
	pointer := outcomes[uint, *uint, numberPointer, numberGroup](t, db, func(n int) uint { return uint(n) }, every...)
	null := outcomes[int64, sql.Null[int64], numberNull, numberNullGroup](t, db, func(n int) int64 { return int64(n) }, every...)
	db = p.plugin(t)
	same(t, "google.UUID", value, outcomes[google.UUID, google.UUID, googleModel, googleGroup](t, db, key, every...))
	same(t, "*google.UUID", pointer, outcomes[google.UUID, *google.UUID, googleModelPointer, googleGroup](t, db, key, every...))
	same(t, "google.NullUUID", null, outcomes[google.UUID, google.NullUUID, googleModelNull, googleGroup](t, db, key, every...))
	same(t, "*gofrs.UUID", pointer, outcomes[gofrs.UUID, *gofrs.UUID, gofrsModelPointer, gofrsGroup](t, db, key, "loaded"))
	same(t, "*uuid.UUID", pointer, outcomes[uuid.UUID, *uuid.UUID, kitModelPointer, kitGroup](t, db, key, "loaded"))
	if std.Present {
		same(t, "std.UUID", value, outcomes[std.UUID, std.UUID, stdModel, stdGroup](t, db, key, "loaded"))
		same(t, "*std.UUID", pointer, outcomes[std.UUID, *std.UUID, stdModelPointer, stdGroup](t, db, key, "slice"))
		same(t, "sql.Null[std.UUID]", null, outcomes[std.UUID, sql.Null[std.UUID], stdModelSQL, stdGroup](t, db, key, "loaded"))
	}
	same(t, "*gormtype.UUID", pointer, outcomes[gormtype.UUID, *gormtype.UUID, ownModelPointer, ownGroup](t, db, key, "loaded"))
	same(t, "gormtype.Null", null, outcomes[gormtype.UUID, gormtype.Null[gormtype.UUID], ownModelNull, ownGroup](t, db, key, "slice"))
}

// key returns the UUID of a number.
func key[K ~[16]byte](n int) (id K) {
	if n > 0 {
		id = K(uuid.MustParse("f81d4fae-7dec-41d0-a765-00a0c91e6b00"))
		id[15] = byte(n)
	}
	return id
}

func same(t *testing.T, name string, want, got map[string]string) {
	t.Helper()
	var differ []string
	panics := 0 // which are the same, too
	for op := range got {
		if got[op] != want[op] {
			differ = append(differ, op)
		}
		if strings.HasPrefix(got[op], "panic: ") {
			panics++
		}
	}
	if panics > 5 {
		t.Errorf("%s: %d operations panic", name, panics)
	}
	if len(got) < 250 || len(differ) > 0 {
		t.Errorf("%s: %d of %d operations differ", name, len(differ), len(got))
	}
	slices.Sort(differ)
	for _, op := range differ {
		t.Errorf("%s: %s\n%s", name, op, difference(got[op], want[op]))
	}
}

// difference has the lines that differ.
func difference(got, want string) string {
	var b strings.Builder
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		g, w := append(g, make([]string, len(w))...)[i], append(w, make([]string, len(g))...)[i]
		if g != w {
			fmt.Fprintf(&b, "got  %s\nwant %s\n", g, w)
		}
	}
	return b.String()
}

// A world is the tables of outcomes, and its operations.
type world[K comparable, F, P, G any] struct {
	id  func(int) K
	ids *strings.Replacer // of what the database writes for them
}

// make sets fields by their names.
func (w world[K, F, P, G]) make(model any, fields ...any) any {
	for i := 0; i < len(fields); i += 2 {
		reflect.ValueOf(model).Elem().FieldByName(fields[i].(string)).Set(reflect.ValueOf(fields[i+1]))
	}
	return model
}

func field(model any, name string) any { return reflect.ValueOf(model).FieldByName(name).Interface() }

// target returns a pointer to a model of a relation, which is that of key n.
func (w world[K, F, P, G]) target(relation string, n int) any {
	id, name := w.id(n), fmt.Sprint("#", n)
	switch relation {
	case "Company":
		return &company[K]{ID: id, Name: name}
	case "Account", "Pass":
		return &account[K, F]{ID: id}
	case "Pets":
		return &pet[K, F]{ID: id, Name: name}
	case "Toys", "Toy":
		return &toy[K, F]{ID: id}
	case "Groups":
		return w.make(new(G), "ID", id, "Name", name)
	}
	return w.make(new(P), "ID", id, "Name", name)
}

// outcomes returns, for models that are how, what is in memory and in the database after each operation.
func outcomes[K comparable, F, P, G any](t *testing.T, db *gorm.DB, id func(int) K, hows ...string) map[string]string {
	t.Helper()
	var pairs []string
	for n := range 100 {
		if id := reflect.ValueOf(id(n)); id.Kind() == reflect.Array {
			pairs = append(pairs, fmt.Sprintf("X'%X'", *bytesOf(id)), fmt.Sprint(n))
		}
	}
	w := world[K, F, P, G]{id, strings.NewReplacer(pairs...)}
	models := []any{new(P), &company[K]{}, &account[K, F]{}, &pet[K, F]{}, &toy[K, F]{}, new(G)}
	ok(t, db.Migrator().DropTable("friends", "person_groups", "people", "companies", "accounts", "pets", "toys", "groups"))
	if db.Plugins["gormtype"] != nil {
		ok(t, gormtype.Check(db, models...))
	}
	db = db.Session(&gorm.Session{})
	db.Config.DisableForeignKeyConstraintWhenMigrating = true
	ok(t, db.AutoMigrate(models...))
	w.fill(t, db)

	got := map[string]string{}
	run := func(name string, op func(tx *gorm.DB) []any) {
		tx := db.Begin()
		defer tx.Rollback()
		defer func() {
			if r := recover(); r != nil {
				got[name] = fmt.Sprint("panic: ", r)
			}
		}()
		result := op(tx)
		got[name] = w.shape(result) + "\n" + w.dump(t, tx)
		for _, v := range result {
			switch v := v.(type) {
			case *P, *[]P: // which may write what is not in the database
				err := tx.Session(&gorm.Session{NewDB: true}).Save(v).Error
				got[name] += "\nSave: " + w.shape([]any{err, v}) + "\n" + w.dump(t, tx)
			}
		}
	}
	for _, relation := range []string{"Manager", "Company", "Account", "Pass", "Reports", "Pets", "Toys", "Toy", "Groups", "Friends"} {
		for name, op := range w.operations(relation) {
			for _, how := range hows {
				run(relation+" "+name+" "+how, func(tx *gorm.DB) []any {
					one, two := *new(P), []P{}
					find := tx.Order("id")
					if how != "unloaded" {
						find = find.Preload(relation)
					}
					if how == "slice" {
						err := find.Find(&two, "name IN ?", []string{"#1", "#2"}).Error
						a := func() *gorm.Association { return tx.Model(&two).Association(relation) }
						return append(op(a, 2), &two, err, a().Count())
					}
					err := find.First(&one, id(1)).Error
					a := func() *gorm.Association {
						if how == "unscoped" {
							return tx.Model(&one).Association(relation).Unscoped()
						}
						return tx.Model(&one).Association(relation)
					}
					return append(op(a, 1), &one, err, a().Count())
				})
			}
		}
	}
	w.others(run)
	return got
}

// An association begins anew: GORM's is for one operation.
type association func() *gorm.Association

// operations are of an association of n people, and return what they were given and got.
func (w world[K, F, P, G]) operations(relation string) map[string]func(a association, n int) []any {
	targets := func(from, n int) (all []any) {
		for i := range n {
			all = append(all, w.target(relation, from+i))
		}
		return all
	}
	do := func(first int, f func(*gorm.Association, ...any) error) func(association, int) []any {
		return func(a association, n int) []any {
			values := targets(first, n)
			return append(values, f(a(), values...))
		}
	}
	return map[string]func(association, int) []any{
		"Count": func(a association, n int) []any { return []any{a().Count()} },
		"Find": func(a association, n int) []any {
			found := listOf(false, targets(1, 1))
			return []any{found, a().Find(found)}
		},
		"Find inline": func(a association, n int) []any {
			found := listOf(true, targets(1, 1))
			return []any{found, a().Find(found, w.id(2))}
		},
		"Find a list": func(a association, n int) []any {
			found := listOf(true, targets(1, 1))
			return []any{found, a().Find(found, []K{w.id(1), w.id(2), w.id(3)})}
		},
		"Append one that is there": do(3, (*gorm.Association).Append),
		"Append a new one":         do(9, (*gorm.Association).Append),
		"Append its own":           do(2, (*gorm.Association).Append),
		"Append none":              func(a association, n int) []any { return []any{a().Append()} },
		"Append a list": func(a association, n int) []any {
			values := listOf(false, targets(8, 2))
			return []any{values, a().Append(values)}
		},
		"Append pointers": func(a association, n int) []any {
			values := listOf(true, targets(8, 2))
			return []any{values, a().Append(reflect.ValueOf(values).Elem().Interface())}
		},
		"Append a map": func(a association, n int) []any {
			if n > 1 || !slices.Contains([]string{"Pets", "Toys", "Groups"}, relation) {
				return nil // GORM panics
			}
			return []any{a().Append(map[string]any{"id": w.id(8)})}
		},
		"Replace by one that is there": do(3, (*gorm.Association).Replace),
		"Replace by a new one":         do(9, (*gorm.Association).Replace),
		"Replace by its own":           do(2, (*gorm.Association).Replace),
		"Delete its own":               do(2, (*gorm.Association).Delete),
		"Delete two": func(a association, n int) []any {
			values := targets(1, 2)
			return append(values, a().Delete(values...))
		},
		"Delete a value": func(a association, n int) []any {
			return []any{a().Delete(reflect.ValueOf(w.target(relation, 2)).Elem().Interface())}
		},
		"Delete a list": func(a association, n int) []any {
			values := listOf(false, targets(1, 3))
			return []any{values, a().Delete(values)}
		},
		"Delete another's":   do(4, (*gorm.Association).Delete),
		"Delete one of none": do(50, (*gorm.Association).Delete),
		"Delete no key":      do(0, (*gorm.Association).Delete),
		"Clear":              func(a association, n int) []any { return []any{a().Clear()} },
		"Delete twice": func(a association, n int) []any {
			values := targets(2, 1)
			return append(values, a().Delete(values...), a().Count(), a().Delete(values...), a().Append(values...))
		},
	}
}

// listOf returns a pointer to a list of the models, or of pointers to them.
func listOf(pointers bool, all []any) any {
	typ := reflect.TypeOf(all[0])
	if !pointers {
		typ = typ.Elem()
	}
	l := reflect.MakeSlice(reflect.SliceOf(typ), 0, len(all))
	for _, v := range all {
		rv := reflect.ValueOf(v)
		if !pointers {
			rv = rv.Elem()
		}
		l = reflect.Append(l, rv)
	}
	p := reflect.New(l.Type())
	p.Elem().Set(l)
	return p.Interface()
}

// others are operations of relations that are no Association's.
func (w world[K, F, P, G]) others(run func(string, func(*gorm.DB) []any)) {
	run("Preload", func(tx *gorm.DB) []any {
		var all []P
		return []any{tx.Preload("Manager.Manager").Preload("Reports.Pets").Preload("Friends.Groups").Preload(clause.Associations).Order("id").Find(&all).Error, all}
	})
	run("Joins", func(tx *gorm.DB) []any {
		var all []P
		return []any{tx.Joins("Manager").Joins("Manager.Company").Joins("Account").InnerJoins("Company").Order("people.id").Find(&all).Error, all}
	})
	run("Find into the same struct", func(tx *gorm.DB) []any {
		var one P
		err := tx.First(&one, w.id(1)).Error
		return []any{err, tx.Model(new(P)).Where("1 = 1").Updates(map[string]any{"manager_id": nil, "company_id": nil}).Error, tx.Find(&one).Error, &one}
	})
	for _, relation := range []string{"Account", "Pass", "Reports", "Pets", "Toys", "Groups", clause.Associations} {
		run("delete with "+relation, func(tx *gorm.DB) []any {
			return []any{tx.Select(relation).Delete(w.target("", 1)).Error}
		})
	}
	for _, name := range []string{"Create", "Save", "Updates"} {
		for _, full := range []bool{false, true} {
			run(fmt.Sprintf("%s of relations, FullSaveAssociations %t", name, full), func(tx *gorm.DB) []any {
				tx = tx.Session(&gorm.Session{FullSaveAssociations: full})
				n := 1
				if name == "Create" {
					n = 7
				}
				h := w.make(new(P), "ID", w.id(n), "Name", "x", "Manager", w.target("", 3), "Company", company[K]{w.id(9), "z"}, "Account", account[K, F]{ID: w.id(9)},
					"Pets", []*pet[K, F]{{ID: w.id(1), Name: "w"}, {ID: w.id(9)}}, "Groups", []G{*w.target("Groups", 2).(*G), *w.target("Groups", 9).(*G)}, "Toys", []toy[K, F]{{ID: w.id(8)}})
				return []any{map[string]func(any) *gorm.DB{"Create": tx.Create, "Save": tx.Save, "Updates": tx.Updates}[name](h).Error, h}
			})
		}
	}
	for name, values := range map[string]map[string]any{
		"nil": {"manager_id": nil}, "nil pointer": {"ManagerID": (*K)(nil)}, "id": {"manager_id": w.id(3)}, "pointer": {"ManagerID": new(w.id(3))}, "foreign key": {"manager_id": *new(F)},
	} {
		run("Updates of a map: "+name, func(tx *gorm.DB) []any {
			var one P
			err := tx.First(&one, w.id(1)).Error
			return []any{err, tx.Model(&one).Updates(values).Error, &one}
		})
	}
	run("Omit", func(tx *gorm.DB) []any {
		h := w.make(new(P), "ID", w.id(7), "Manager", w.target("", 8), "Pets", []*pet[K, F]{{ID: w.id(9)}})
		return []any{tx.Omit("Manager", "Pets.*").Create(h).Error, h}
	})
	run("Where of a struct", func(tx *gorm.DB) []any {
		var h, found P
		err := tx.First(&h, w.id(1)).Error
		return []any{err, tx.Where(w.make(new(P), "ManagerID", field(h, "ManagerID"))).Find(&found).Error, &found}
	})
	run("FirstOrCreate", func(tx *gorm.DB) []any {
		var h, found P
		err := tx.First(&h, w.id(1)).Error
		return []any{err, tx.Where(w.make(new(P), "ID", w.id(9))).Attrs(w.make(new(P), "Name", "x")).Assign(w.make(new(P), "ManagerID", field(h, "ManagerID"))).FirstOrCreate(&found).Error, &found}
	})
}

// fill makes the rows. Each has a name of its number.
func (w world[K, F, P, G]) fill(t *testing.T, db *gorm.DB) {
	t.Helper()
	for n := 1; n <= 5; n++ {
		for _, relation := range []string{"Manager", "Company", "Account", "Pets", "Toys", "Groups"} {
			v := w.target(relation, n)
			create(t, db, v)
		}
	}
	set := func(table, column string, id, to int, more ...string) {
		t.Helper()
		ok(t, db.Table(table).Where("id = ?", w.id(id)).UpdateColumn(column, w.id(to)).Error)
		if len(more) > 0 {
			ok(t, db.Table(table).Where("id = ?", w.id(id)).UpdateColumn(more[0], "people").Error)
		}
	}
	for id, manager := range map[int]int{1: 2, 2: 1, 4: 5, 3: 2} {
		set("people", "manager_id", id, manager)
		set("people", "company_id", id, manager)
	}
	for id, owner := range map[int]int{1: 1, 2: 1, 4: 2, 5: 4} {
		set("pets", "person_id", id, owner)
		set("toys", "owner_id", id, owner, "owner_type")
	}
	for id, owner := range map[int]int{2: 1, 4: 2} {
		set("accounts", "person_id", id, owner)
		set("accounts", "holder_id", id, owner)
		set("toys", "lender_id", id, owner, "lender_type")
	}
	for _, table := range []string{"person_groups", "friends"} {
		ok(t, db.Table(table).Create([]link[K]{{w.id(1), w.id(1)}, {w.id(1), w.id(2)}, {w.id(2), w.id(2)}, {w.id(2), w.id(4)}}).Error)
	}
}

// dump has all rows, as the database writes them.
func (w world[K, F, P, G]) dump(t *testing.T, db *gorm.DB) string {
	t.Helper()
	lines := strings.Split(w.ids.Replace(ask(t, db, `SELECT group_concat(line, char(10)) FROM (
		SELECT concat_ws(' ', 'person', quote(id), name, 'managed by', quote(manager_id), 'at', quote(company_id)) line FROM people UNION ALL
		SELECT concat_ws(' ', 'company', quote(id), name) FROM companies UNION ALL
		SELECT concat_ws(' ', 'account', quote(id), 'of', quote(person_id), 'held by', quote(holder_id)) FROM accounts UNION ALL
		SELECT concat_ws(' ', 'pet', quote(id), name, 'of', quote(person_id)) FROM pets UNION ALL
		SELECT concat_ws(' ', 'toy', quote(id), 'of', owner_type, quote(owner_id), 'lent by', lender_type, quote(lender_id)) FROM toys UNION ALL
		SELECT concat_ws(' ', 'group', quote(id), name) FROM "groups" UNION ALL
		SELECT concat_ws(' ', 'member', quote(person_id), 'of', quote(group_id)) FROM person_groups UNION ALL
		SELECT concat_ws(' ', 'friend', quote(person_id), quote(group_id)) FROM friends)`)), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// shape writes values, with numbers for keys.
func (w world[K, F, P, G]) shape(v any) string {
	var b strings.Builder
	var write func(v reflect.Value, depth int)
	write = func(v reflect.Value, depth int) {
		if id, isKey := v.Interface().(K); isKey {
			for n := range 100 {
				if w.id(n) == id {
					fmt.Fprint(&b, n)
					return
				}
			}
			fmt.Fprint(&b, "?")
			return
		}
		switch {
		case v.Kind() == reflect.Interface:
			switch x := v.Interface().(type) {
			case nil:
				b.WriteString("ok")
			case error:
				b.WriteString("an error")
			default:
				write(reflect.ValueOf(x), depth)
			}
		case v.Kind() == reflect.Pointer && v.IsNil():
			b.WriteString("nil")
		case v.Kind() == reflect.Pointer:
			b.WriteString("&")
			write(v.Elem(), depth)
		case v.Kind() == reflect.Slice && v.IsNil():
			b.WriteString("none")
		case v.Kind() == reflect.Slice:
			b.WriteString("[")
			for i := range v.Len() {
				if i > 0 {
					b.WriteString(" ")
				}
				write(v.Index(i), depth)
			}
			b.WriteString("]")
		case v.Kind() == reflect.Struct && v.NumField() == 2 && v.Type().Field(1).Name == "Valid":
			if !v.Field(1).Bool() {
				b.WriteString("NULL")
				return
			}
			write(v.Field(0), depth)
		case v.Kind() == reflect.Struct && depth > 3:
			b.WriteString("…")
		case v.Kind() == reflect.Struct:
			b.WriteString("{")
			for i := range v.NumField() {
				if f := v.Field(i); !f.IsZero() {
					fmt.Fprint(&b, v.Type().Field(i).Name, ":")
					write(f, depth+1)
					b.WriteString(" ")
				}
			}
			b.WriteString("}")
		default:
			fmt.Fprint(&b, v.Interface())
		}
	}
	write(reflect.ValueOf(v), 0)
	return b.String()
}
