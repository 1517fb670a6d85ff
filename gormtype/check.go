package gormtype

import (
	"cmp"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/uuid"
)

// Check returns an error for each field of the models that the database's plugin cannot
// store in the column that the model declares, and for each foreign key that is stored in
// another form than its key. The errors name the field, and the type or the tag to write.
//
// The plugin itself checks each model at its first use. Call Check when the program starts, before
// other goroutines use the database: before AutoMigrate, because GORM passes a plugin no model there,
// and before [gorm.DB.ScanRows], [gorm.DB.Association], [gorm.DB.Save] and conditions of a struct, which
// use a model before the plugin sees it.
func Check(db *gorm.DB, models ...any) error {
	p := pluginOf(db)
	if p == nil {
		return errors.New("gormtype: Check needs the plugin: db.Use(gormtype.NewPlugin[…](…))")
	}
	var faults []fault
	var schemas []*schema.Schema // all first: GORM gives a foreign key the tag of its key when it parses either
	for _, model := range models {
		stmt := gorm.Statement{DB: db}
		if err := stmt.Parse(model); err != nil {
			faults = append(faults, fault{err: fmt.Errorf("gormtype: Check of a %T: %w", model, err)})
			continue
		}
		schemas = append(schemas, stmt.Schema)
	}
	for _, s := range schemas {
		faults = append(faults, p.model(db, s, true)...)
	}
	return join(faults)
}

// A fault is why a field cannot be stored.
type fault struct {
	model       reflect.Type
	table, name string // and the field's
	err         error
}

func faultOf(f *schema.Field, err error) fault {
	return fault{f.Schema.ModelType, f.Schema.Table, f.Name, err}
}

// join names each field once: several models may refer to it.
func join(faults []fault) error {
	if len(faults) == 0 {
		return nil
	}
	var errs []error
	named := map[fault]bool{}
	for _, f := range faults {
		err := f.err
		if f.err = nil; f.model == nil || !named[f] {
			errs = append(errs, err)
		}
		named[f] = true
	}
	return errors.Join(errs...)
}

// model checks a model and those to which its relations lead, and makes their fields
// readable. A struct that rows are read into need not be the model of a table: it may lack
// type tags, but not have others. A model that has faults is checked each time: GORM changes the
// column of a foreign key when it comes to parse the model of the key.
func (p *plugin) model(db *gorm.DB, s *schema.Schema, table bool) (faults []fault) {
	done := &p.results
	if table {
		done = &p.tables
	}
	if _, ok := done.Load(s); ok {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, other := range related(db, s) {
		found := p.columns(db, other)
		if table {
			p.name(other)
			faults = append(faults, found...)
		}
	}
	for _, f := range s.Fields {
		if _, tagged := f.TagSettings["TYPE"]; tagged && !table {
			if err := p.field(db, f); err != nil {
				faults = append(faults, faultOf(f, err))
			}
		}
	}
	if len(faults) == 0 {
		done.Store(s, true)
	}
	return faults
}

// name makes a model that of its table, if it is the first or has more UUIDs than that: a struct
// that rows of the table are read into may have their text instead, which SQL such as HEX makes.
func (p *plugin) name(s *schema.Schema) {
	p.naming.Lock()
	defer p.naming.Unlock()
	if first := p.models[s.Table]; first == nil || p.uuids(first) < p.uuids(s) {
		p.models[s.Table] = s
	}
}

// uuids returns how many fields of a model are UUIDs.
func (p *plugin) uuids(s *schema.Schema) (n int) {
	for _, f := range s.Fields {
		if _, id := p.kindOf(f.IndirectFieldType); id != nil {
			n++
		}
	}
	return n
}

// columns checks the foreign keys and the fields of a model, and makes the fields readable.
func (p *plugin) columns(db *gorm.DB, s *schema.Schema) (faults []fault) {
	right, readable := p.checked[s]
	if right {
		return nil
	}
	if !readable {
		p.readable(s)
	}
	for rel := range relations(s) {
		for _, ref := range rel.References {
			if reason := strays(db, ref); reason != "" {
				faults = append(faults, faultOf(ref.ForeignKey, errors.New("gormtype: "+reason)))
			}
		}
	}
	for _, f := range s.Fields {
		if s.Name != s.ModelType.Name() {
			break // GORM made the model of a join table, with the types and tags of its keys
		}
		if err := p.field(db, f); err != nil {
			faults = append(faults, faultOf(f, err))
		}
	}
	p.checked[s] = len(faults) == 0
	return faults
}

// tag returns the type tag for fields of other packages' types. All databases whose columns
// are of one kind get the same tag, since a model may serve several of them.
func (k kind) tag(dialect string) string {
	switch native := k.native(dialect); {
	case dialect == "sqlserver":
		return native
	case k.binary(dialect):
		return "binary(16)"
	case k == textKind || native != "":
		return "char(36)"
	}
	return "uuid"
}

// field returns an error if the field's column is of another form than its UUIDs.
func (p *plugin) field(db *gorm.DB, f *schema.Field) error {
	if f.DBName == "" {
		return nil
	}
	if reason := hides(db, f); reason != "" {
		return errors.New("gormtype: " + reason)
	}
	k, id := p.kindOf(f.IndirectFieldType)
	inside := p.inside(f)
	if id == nil && inside == nil {
		return nil
	}
	name := fmt.Sprintf("gormtype: %s.%s (%s)", cmp.Or(f.Schema.Name, f.Schema.Table), f.Name, f.FieldType)
	if _, ok := own[f.IndirectFieldType]; ok {
		if reason := k.mistagged(db, f); reason != "" {
			return fmt.Errorf("%s: %s", name, reason)
		}
		return nil
	}
	if f.Serializer != nil {
		return fmt.Errorf("%s has a serializer, which conditions do not use: drop it", name)
	}
	migrator := db.Session(&gorm.Session{NewDB: true}).Migrator()
	if migrator == nil {
		return nil // a dialect of tests, which has no columns
	}
	declared := migrator.FullDataTypeOf(f).SQL
	if inside != nil {
		class := classOf(declared)
		if k, _ := p.kindOf(inside); (class == classBytes || class == classUUID) && k.binary(p.dialect) && k.misfit(p.dialect, declared) == "" {
			return fmt.Errorf("%s is stored as text, and its column is %s: use %s", name, firstWord(declared), inside)
		}
		return nil
	}
	use := k.misfit(p.dialect, declared)
	if !k.binary(p.dialect) && classOf(declared) == classText {
		if otherText(id) {
			return fmt.Errorf("%s is stored as the text of a UUID, which its Scan does not read: do not list %s, or use gormtype.Text", name, id)
		}
		use = textKind.misfit(p.dialect, declared)
	}
	if use == "" {
		return nil
	}
	do := "write the tag type:" + k.tag(p.dialect)
	if strings.HasPrefix(use, "use ") {
		do += ", or " + use
	}
	return fmt.Errorf("%s is stored as a gormtype.%s, and its column is %s: %s", name, k, firstWord(declared), do)
}

// otherText reports whether a type's own Value is another text than a UUID's, and its Scan reads no other: rows that
// it has written have no text that the plugin's conditions find, and it reads no row that the plugin has written.
func otherText(id reflect.Type) (other bool) {
	defer func() {
		if recover() != nil {
			other = false // a method that panics is for whoever calls it
		}
	}()
	for version := byte(1); version <= 8; version++ { // the type may take one of them only
		u := uuid.UUID{1, 6: version << 4, 8: 0x80, 15: 2}
		own, scanned := reflect.New(id), reflect.New(id)
		set(own.Elem(), u)
		valuer, hasValue := own.Interface().(driver.Valuer)
		scanner, hasScan := scanned.Interface().(sql.Scanner)
		if !hasValue || !hasScan {
			return false
		}
		value, err := valuer.Value()
		text, isText := value.(string)
		if err != nil || !isText {
			continue
		}
		if read, err := uuid.Parse(text); err == nil && read == u {
			return false
		}
		if text := u.String(); (scanner.Scan(text) == nil || scanner.Scan([]byte(text)) == nil) && scanned.Elem().Equal(own.Elem()) {
			return false
		}
		other = true
	}
	return other
}

// inside returns the type of the UUID that a field's struct has, or a pointer to it if the struct says whether it has
// one, if the plugin converts that type, and GORM writes the struct as the UUID's text, by a Value of its own.
func (p *plugin) inside(f *schema.Field) (id reflect.Type) {
	t := f.IndirectFieldType
	if _, is := p.kindOf(t); is != nil || f.Serializer != nil || t.Kind() != reflect.Struct || !t.Implements(reflect.TypeFor[driver.Valuer]()) || t.Implements(reflect.TypeFor[gorm.Valuer]()) {
		return nil
	}
	defer func() {
		if recover() != nil {
			id = nil // a Value that needs other fields
		}
	}()
	v, may, own := reflect.New(t).Elem(), false, ""
	for i := range t.NumField() {
		of := t.Field(i).Type
		field := reflect.NewAt(of, v.Field(i).Addr().UnsafePointer()).Elem() // which may be unexported
		if of.Kind() == reflect.Bool {
			field.SetBool(true)
			may = true
		} else if _, is := p.kindOf(of); is != nil && of.Kind() != reflect.Pointer {
			set(field, uuid.Max()) // whose Value is not NULL
			id = of
			own, _ = textOf(field.Interface())
		}
	}
	if id == nil {
		return nil // its Value is not ours to call
	}
	value, _ := v.Interface().(driver.Valuer).Value()
	text, _ := value.(string)
	if u, _ := uuid.Parse(text); u != uuid.Max() && (text == "" || text != own) {
		return nil
	}
	if may {
		return reflect.PointerTo(id)
	}
	return id
}

// relations returns the relations that a model's own fields are. GORM adds those of other models
// to the map of all while statements run, and its older versions take no lock for that.
func relations(s *schema.Schema) iter.Seq[*schema.Relationship] {
	r := &s.Relationships
	return func(yield func(*schema.Relationship) bool) {
		for _, list := range [][]*schema.Relationship{r.HasOne, r.BelongsTo, r.HasMany, r.Many2Many} {
			for _, rel := range list {
				if !yield(rel) {
					return
				}
			}
		}
	}
}

// related returns s, the schemas that its relations lead to, and those of the tables
// between them.
func related(db *gorm.DB, s *schema.Schema) (all []*schema.Schema) {
	var visit func(s *schema.Schema)
	visit = func(s *schema.Schema) {
		if slices.Contains(all, s) {
			return
		}
		all = append(all, s)
		for rel := range relations(s) {
			visit(parsed(db, rel.FieldSchema))
			if rel.JoinTable != nil && !slices.Contains(all, rel.JoinTable) {
				all = append(all, rel.JoinTable)
			}
		}
	}
	visit(s)
	return all
}

// parsed returns the schema of s's model when it is whole: another goroutine may be
// making it, and Parse waits for that.
func parsed(db *gorm.DB, s *schema.Schema) *schema.Schema {
	stmt := gorm.Statement{DB: db}
	if stmt.Parse(reflect.New(s.ModelType).Interface()) != nil {
		return s
	}
	return stmt.Schema
}
