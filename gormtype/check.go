package gormtype

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// Check returns an error for each field of the models that the database's plugin cannot
// store in the column that the model declares, and for each foreign key that is stored in
// another form than its key. The errors name the field, and the type or the tag to write.
//
// The plugin itself checks each model at its first use. Call Check when the program starts:
// before AutoMigrate, which shows a plugin no model, and before [gorm.DB.ScanRows] and
// [gorm.DB.Association], which use a model before the plugin sees it.
func Check(db *gorm.DB, models ...any) error {
	p := pluginOf(db)
	if p == nil {
		return errors.New("gormtype: Check needs the plugin: db.Use(gormtype.NewPlugin[…](…))")
	}
	var errs []error
	for _, model := range models {
		stmt := gorm.Statement{DB: db}
		if err := stmt.Parse(model); err != nil {
			errs = append(errs, fmt.Errorf("gormtype: Check of a %T: %w", model, err))
			continue
		}
		errs = append(errs, p.model(db, stmt.Schema, true))
	}
	return errors.Join(errs...)
}

// model checks a model and those to which its relations lead, and makes their fields
// readable. A struct that rows are read into need not be the model of a table: it may lack
// type tags, but not have others. model returns the same error each time.
func (p *plugin) model(db *gorm.DB, s *schema.Schema, table bool) error {
	done := &p.results
	if table {
		done = &p.tables
	}
	v, ok := done.Load(s)
	if !ok {
		p.mu.Lock()
		defer p.mu.Unlock()
		var errs []error
		for _, other := range related(db, s) {
			err := p.columns(db, other)
			if table {
				p.models.LoadOrStore(other.Table, other)
				errs = append(errs, err)
			}
		}
		for _, f := range s.Fields {
			if _, tagged := f.TagSettings["TYPE"]; tagged && !table {
				errs = append(errs, p.field(db, f))
			}
		}
		v = errors.Join(errs...)
		done.Store(s, v)
	}
	err, _ := v.(error)
	return err
}

// columns checks the fields and the foreign keys of a model, and makes the fields readable.
func (p *plugin) columns(db *gorm.DB, s *schema.Schema) error {
	if err, ok := p.checked[s]; ok {
		return err
	}
	p.readable(s)
	var errs []error
	for _, f := range s.Fields {
		errs = append(errs, p.field(db, f))
	}
	for _, rel := range s.Relationships.Relations {
		for _, ref := range rel.References {
			if reason := strays(db, ref); reason != "" {
				errs = append(errs, errors.New("gormtype: "+reason))
			}
		}
	}
	p.checked[s] = errors.Join(errs...)
	return p.checked[s]
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
	if id == nil {
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
	declared := db.Session(&gorm.Session{NewDB: true}).Migrator().FullDataTypeOf(f).SQL
	use := k.misfit(p.dialect, declared)
	if use == "" || !k.binary(p.dialect) && classOf(declared) == classText {
		return nil
	}
	do := "write the tag type:" + cmp.Or(k.native(p.dialect), strings.Replace(k.dataType(), "string", "text", 1))
	if strings.HasPrefix(use, "use ") {
		do += ", or " + use
	}
	return fmt.Errorf("%s is stored as a gormtype.%s, and its column is %s: %s", name, k, firstWord(declared), do)
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
		for _, rel := range s.Relationships.Relations {
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
