package mongo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// Plan reads every value of the fields. If a run was interrupted, its plan is returned.
func (s *store) Plan(ctx context.Context, r migrate.Request) (*migrate.Plan, error) {
	if err := migrate.CheckRequest(&r); err != nil {
		return nil, err
	}
	var st *migrate.Status
	err := s.soon(ctx, func(ctx context.Context) (err error) {
		st, err = s.unfinished(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	if st == nil {
		p, _, err := s.plan(ctx, r, migrate.NewProgress(io.Discard, "", 0))
		return p, migrate.Coded(migrate.CodeConnection, err)
	}
	same := st.Plan.To == r.To && st.Plan.BadRows == r.BadRows && !slices.ContainsFunc(r.Columns, func(c string) bool {
		return !slices.ContainsFunc(st.Plan.Columns, func(p migrate.Column) bool { return p.Table+"."+p.Name == c })
	})
	sixteen, err := migrate.BytesForm(r.Bytes)
	if err != nil {
		return nil, err
	}
	switch {
	case st.State == migrate.Undoing:
		return nil, migrate.Errorf(migrate.CodeConflict, "migrate: an undo was interrupted, or another process does it now: undo ends it")
	case !same || len(r.Columns) != len(st.Plan.Columns) || sixteen != st.Plan.Bytes:
		return nil, migrate.Errorf(migrate.CodeConflict, "migrate: a run of other fields, or with other flags, was interrupted, or another process does it now: run it again, or undo")
	}
	if reason, manual := s.offline(st.Plan, false); r.Online && reason != "" {
		return nil, migrate.Errorf(migrate.CodeRefused, "migrate: --online: %s: %s", reason, manual)
	}
	st.Plan.Request = r
	return st.Plan, nil
}

// offline says why a run or undo cannot be --online, if so.
func (s *store) offline(p *migrate.Plan, undo bool) (reason, manual string) {
	switch {
	case converts(p, "_id") && (undo || p.To == migrate.ToText):
		return mongoEarlier, "leave --online out, and stop the application"
	case !s.transactions:
		return "this server is no replica set and has no transactions", "leave --online out and stop the application, or make the server a replica set of one node"
	}
	return "", ""
}

// A shardKey is that of a sharded collection.
type shardKey struct {
	Namespace string   `bson:"_id"`
	Key       bson.Raw `bson:"key"`
	Unique    bool     `bson:"unique"`
}

// readShardKeys reads those of the database's collections.
func (s *store) readShardKeys(ctx context.Context) error {
	s.keys = map[string]shardKey{}
	if !s.sharded {
		return nil
	}
	var list []shardKey
	ours := bson.D{{Key: "_id", Value: bson.Regex{Pattern: "^" + regexp.QuoteMeta(s.db.Name()) + `\.`}}, {Key: "unsplittable", Value: d("$ne", true)}}
	cursor, err := s.client.Database("config").Collection("collections").Find(ctx, ours)
	if err == nil {
		err = cursor.All(ctx, &list)
	}
	if err != nil {
		return fmt.Errorf("the shard keys: %w", err)
	}
	for _, k := range list {
		s.keys[strings.TrimPrefix(k.Namespace, s.db.Name()+".")] = k
	}
	return nil
}

// catalog returns the definition of each collection, or "", and the views of the database.
func (s *store) catalog(ctx context.Context, tables []migrate.Table) (definitions map[string]string, specs []mongo.CollectionSpecification, err error) {
	err = s.soon(ctx, func(ctx context.Context) error {
		if err := s.readShardKeys(ctx); err != nil {
			return err
		}
		specs, err = s.db.ListCollectionSpecifications(ctx, bson.D{})
		return err
	})
	definitions = map[string]string{}
	for _, t := range tables {
		i := slices.IndexFunc(specs, func(c mongo.CollectionSpecification) bool { return c.Name == t.Name })
		if err != nil || i < 0 || specs[i].Type != "collection" {
			continue
		}
		var indexes []bson.Raw
		indexes, err = s.rawIndexes(ctx, t.Name)
		definitions[t.Name] = definition(&specs[i], indexes)
	}
	return definitions, specs, err
}

// definition is what Plan.Created has of a collection.
func definition(c *mongo.CollectionSpecification, indexes []bson.Raw) string {
	return fmt.Sprintf("%v %v %v", c.UUID, c.Options, indexes)
}

// plan makes a plan, and returns the sums of the collections.
func (s *store) plan(ctx context.Context, r migrate.Request, progress *migrate.Progress) (*migrate.Plan, map[string]mongoSum, error) {
	sixteen, err := migrate.BytesForm(r.Bytes)
	if err != nil {
		return nil, nil, err
	}
	version, err := s.version(ctx)
	if err != nil {
		return nil, nil, err
	}
	p := &migrate.Plan{Format: migrate.PlanFormat, Store: "MongoDB " + version.Text, To: r.To, Bytes: sixteen, Online: r.Online, BadRows: r.BadRows, Request: r}
	refuse := func(kind migrate.Kind, object, reason, manual string) {
		p.Refusals = append(p.Refusals, migrate.Refusal{Kind: kind, Object: object, Reason: reason, Manual: manual})
	}
	if len(version.Parts) == 0 || version.Parts[0] < 8 {
		refuse(migrate.KindServer, "the server", "it has no $toUUID, which came with MongoDB 8", "upgrade, or convert the documents in a program")
		return p, nil, nil
	}
	if s.refusesName(p.BadRows) {
		refuse(migrate.KindBadRows, p.BadRows, "MongoDB creates no collection of this name: such as system.a, .a and a$b, or with its database longer than 255 bytes", "name another one")
		return p, nil, nil
	}
	_, specs, err := s.catalog(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range r.Columns {
		if readable, err := s.choose(ctx, p, name, specs, refuse); err != nil || !readable {
			return p, nil, err
		}
	}
	if err := s.convertible(ctx, p, refuse); err != nil {
		return nil, nil, err
	}
	if p.Created, _, err = s.catalog(ctx, p.Tables); err != nil {
		return nil, nil, err
	}
	begin := time.Now()
	sums, err := s.scan(ctx, p, progress)
	if err != nil {
		return nil, nil, err
	}
	p.Scan = time.Since(begin)
	objects := refuse
	if p.Nothing() { // the user may have made them for the new form
		objects = func(migrate.Kind, string, string, string) {}
	} else if slices.ContainsFunc(specs, func(o mongo.CollectionSpecification) bool { return o.Name == p.BadRows }) {
		refuse(migrate.KindBadRows, p.BadRows, "this collection exists, and --bad-rows needs a new one", "name another one")
	}
	if err = s.objects(ctx, p, specs, forRun, objects); err != nil {
		return nil, nil, err
	}
	s.shardKeys(p, forRun, objects)
	if reason, manual := s.offline(p, false); r.Online && reason != "" {
		refuse(migrate.KindOnline, "--online", reason, manual)
	}
	return p, sums, s.describe(ctx, p)
}

// A version is that of the server.
type version struct {
	Text  string  `bson:"version"`
	Parts []int32 `bson:"versionArray"`
}

func (s *store) version(ctx context.Context) (v version, err error) {
	err = s.db.RunCommand(ctx, d("buildInfo", 1)).Decode(&v)
	return v, err
}

// refusesName reports whether the server creates no collection of this name.
func (s *store) refusesName(name string) bool {
	return strings.HasPrefix(name, "system.") || strings.HasPrefix(name, ".") || strings.Contains(name, "$") || len(s.db.Name()+"."+name) > 255
}

// convertible refuses a server that does not convert binary data: MongoDB 8.0 while its featureCompatibilityVersion
// is 7.0. On a mongos the shards decide, which execute a projection.
func (s *store) convertible(ctx context.Context, p *migrate.Plan, refuse func(kind migrate.Kind, object, reason, manual string)) error {
	if len(p.Tables) == 0 {
		return nil
	}
	const conversionFailure = 241
	projection := d("_id", d("$toString", bson.Binary{Subtype: 4, Data: make([]byte, 16)}))
	err := s.soon(ctx, func(ctx context.Context) error {
		return s.db.Collection(p.Tables[0].Name).FindOne(ctx, bson.D{}, options.FindOne().SetProjection(projection)).Err()
	})
	if e := mongo.ServerError(nil); errors.As(err, &e) && e.HasErrorCode(conversionFailure) {
		refuse(migrate.KindServer, "the server", "it has no $toUUID while its featureCompatibilityVersion is 7.0",
			`raise it: db.adminCommand({"setFeatureCompatibilityVersion":"8.0","confirm":true})`)
		return nil
	}
	if errors.Is(err, mongo.ErrNoDocuments) {
		return nil
	}
	return err
}

// collectionOf returns the collection of a field: its name and those of fields may have dots. If several suit, the documents decide, and
// without any that has the field the longest name does.
func (s *store) collectionOf(ctx context.Context, name string, specs []mongo.CollectionSpecification) (*mongo.CollectionSpecification, error) {
	var suit, have []*mongo.CollectionSpecification
	for i := range specs {
		if strings.HasPrefix(name, specs[i].Name+".") {
			suit = append(suit, &specs[i])
		}
	}
	if len(suit) == 0 {
		return nil, migrate.Errorf(migrate.CodeUsage, "migrate: there is no collection for %s in %s", name, s.db.Name())
	}
	slices.SortFunc(suit, func(a, b *mongo.CollectionSpecification) int { return len(b.Name) - len(a.Name) })
	for _, c := range suit {
		field := strings.TrimPrefix(name, c.Name+".")
		if len(suit) == 1 || c.Type != "collection" || strings.HasPrefix(field, "$") {
			continue
		}
		err := s.db.Collection(c.Name).FindOne(ctx, d(field, d("$exists", true)), options.FindOne().SetProjection(d("_id", 1))).Err()
		if err == nil {
			have = append(have, c)
		} else if !errors.Is(err, mongo.ErrNoDocuments) {
			return nil, err
		}
	}
	if len(have) > 1 {
		return nil, migrate.Errorf(migrate.CodeUsage, "migrate: %s is a field of the collection %s, and one of %s: rename one of the two", name, have[0].Name, have[1].Name)
	}
	return append(have, suit...)[0], nil
}

// choose adds a field of the request to the plan, or says why it is none. It reports whether the values can be read.
func (s *store) choose(ctx context.Context, p *migrate.Plan, name string, specs []mongo.CollectionSpecification, refuse func(kind migrate.Kind, object, reason, manual string)) (readable bool, err error) {
	spec, err := s.collectionOf(ctx, name, specs)
	if err != nil {
		return false, err
	}
	c := migrate.Column{Table: spec.Name, Name: strings.TrimPrefix(name, spec.Name+"."), Forms: migrate.Forms{}}
	kind := migrate.KindColumn
	reason, manual := s.pathRefused(&c, p.To)
	if _, err := spec.Options.LookupErr("clusteredIndex"); err == nil && c.Name == "_id" && p.Online {
		kind = migrate.KindOnline
		reason = "the collection is clustered: for a filter by both forms of an _id the server reads all documents between the two"
		manual = "leave --online out, and stop the application"
	}
	if c.Name == "_id" && s.sharded {
		kind = migrate.KindTable
		reason = "this is a sharded cluster, where a new _id can belong to another shard"
		manual = s.copyConverted(c.Table, "_id", newForm(p.To))
	}
	if reason != "" {
		refuse(kind, name, reason, manual)
		return true, nil
	}
	if slices.ContainsFunc(p.Columns, func(o migrate.Column) bool {
		return o.Table == c.Table && (strings.HasPrefix(o.Name+".", c.Name+".") || strings.HasPrefix(c.Name+".", o.Name+"."))
	}) {
		return false, migrate.Errorf(migrate.CodeUsage, "migrate: %s is named twice", name)
	}
	if !slices.ContainsFunc(p.Tables, func(t migrate.Table) bool { return t.Name == c.Table }) {
		p.Tables = append(p.Tables, migrate.Table{Name: c.Table})
		if !s.readable(spec, refuse) {
			return false, nil
		}
	}
	p.Columns = append(p.Columns, c)
	return true, nil
}

// describe notes what a reader sees of run and undo, and the hash.
func (s *store) describe(ctx context.Context, p *migrate.Plan) error {
	p.Refusals = migrate.DropAccepted(p.Refusals, p.Request.Accept)
	p.Steps = (&runner{store: s, p: p}).work().Steps()
	p.Undo = (&runner{store: s, p: p, undo: true}).work().Steps()
	s.notes(p)
	s.guards(ctx, p)
	p.Hash = mongoHash(*p, true)
	return nil
}

// mongoHash is the plan's hash. With --online the application writes between plan and run:
// which form most values have, and with it the order of the forms in the statements, can
// change at any time, and the first value of the new form can come. So of the forms only the
// set of the old ones counts, if at all. TestMongoFirstNew guards it.
func mongoHash(p migrate.Plan, forms bool) string {
	if p.Online {
		p.Steps, p.Columns = nil, slices.Clone(p.Columns)
		for i := range p.Columns {
			c := &p.Columns[i]
			c.Forms = nil
			if forms {
				p.Checked = append(p.Checked, fmt.Sprintf("%s.%s %q", c.Table, c.Name, oldForms(c)))
			}
		}
	}
	return migrate.Snapshot(p.Created).Hash(&p)
}

// oldForms are the forms of a field but the new one.
func oldForms(c *migrate.Column) []string {
	olds := slices.DeleteFunc(append([]string{c.OldType}, c.Mixed...), func(form string) bool { return form == c.NewType })
	slices.Sort(olds)
	return olds
}

// mongoHolds returns an error if the plan has changed. With --online the application can have
// converted or deleted the last value of an old form since. TestMongoLastOld guards it.
func mongoHolds(p, now *migrate.Plan) error {
	if !p.Online || mongoHash(*p, false) != mongoHash(*now, false) {
		return now.Is(p.Hash)
	}
	for i := range now.Columns {
		for _, form := range oldForms(&now.Columns[i]) {
			if !slices.Contains(oldForms(&p.Columns[i]), form) {
				return now.Is(p.Hash)
			}
		}
	}
	return nil
}

// pathRefused says why run does not convert a field, if so, and how the user does.
func (s *store) pathRefused(c *migrate.Column, to string) (reason, manual string) {
	names := strings.Split(c.Name, ".")
	if names[0] == "_id" && len(names) > 1 {
		return "an _id that is a document is not converted", s.copyConverted(c.Table, c.Name, newForm(to))
	}
	if len(names) > 5 {
		return "the path has more than five names", pathManual(c.Table, c.Name, to)
	}
	for _, n := range names {
		switch number := n != "" && strings.Trim(n, "0123456789") == ""; {
		case number:
			return fmt.Sprintf("the path has the name %q, which means something else in a pipeline", n),
				"an array is converted as a whole: name it without the number; " + pathManual(c.Table, c.Name, to)
		case strings.HasPrefix(n, "$") && len(names) == 1:
			return fmt.Sprintf("the path has the name %q, which means something else in a pipeline", n), pathManual(c.Table, c.Name, to)
		case n == "" || strings.HasPrefix(n, "$"):
			return fmt.Sprintf("the path has the name %q, which means something else in a pipeline", n), "change the name in a program that writes the documents again"
		}
	}
	return "", ""
}

// A purpose has the words of a refusal.
type purpose struct{ verb, now, then string }

var forRun, forUndo = purpose{"migrate", "old", "new"}, purpose{"undo", "new", "old"}

// undoable refuses an undo as plan refuses a run: plan has told the user to make again, for the new form, what it
// refused.
func (r *runner) undoable(ctx context.Context) error {
	_, specs, err := r.catalog(ctx, nil)
	if err != nil {
		return err
	}
	var list []string
	refuse := func(_ migrate.Kind, object, reason, manual string) {
		list = append(list, fmt.Sprintf("%s: %s: %s", object, reason, manual))
	}
	var needed []string
	for _, t := range r.p.Tables {
		needed = append(needed, t.Name)
	}
	if r.p.BadRows != "" && r.state.State == migrate.Switched { // undo drops it, and can be repeated
		needed = append(needed, r.p.BadRows)
	}
	for _, name := range needed {
		if !slices.ContainsFunc(specs, func(c mongo.CollectionSpecification) bool { return c.Name == name }) {
			refuse(migrate.KindTable, name, "it is gone, and undo would forget how it was", "if it was renamed, give it this name again; if it was dropped on purpose, make an empty one: "+runCommand(d("create", name)))
		}
	}
	if err := r.edited(ctx, refuse); err != nil {
		return err
	}
	look := &migrate.Plan{Columns: r.p.Columns, Tables: slices.Clone(r.p.Tables), Online: r.Online} // what objects needs of one
	if err := r.objects(ctx, look, specs, forUndo, refuse); err != nil {
		return err
	}
	if r.shardKeys(look, forUndo, refuse); list == nil {
		return nil
	}
	says := "has changed nothing"
	if r.state.State != migrate.Switched { // a run or an undo was interrupted
		says = "documents can have both forms now: do this, and give the command again"
	}
	return migrate.Errorf(migrate.CodeRefused, "migrate: undo is refused, and %s:\n  %s", says, strings.Join(list, "\n  "))
}

// objects refuses collections, views and indexes for which run, or undo, is not proven.
func (s *store) objects(ctx context.Context, p *migrate.Plan, specs []mongo.CollectionSpecification, why purpose, refuse func(kind migrate.Kind, object, reason, manual string)) error {
	for i := range p.Tables {
		t := &p.Tables[i]
		at := slices.IndexFunc(specs, func(c mongo.CollectionSpecification) bool { return c.Name == t.Name })
		if at < 0 || !s.readable(&specs[at], refuse) {
			continue
		}
		s.collection(p, &specs[at], specs, why, refuse)
		if err := s.table(ctx, p, t, why, refuse); err != nil {
			return err
		}
	}
	return nil
}

// readable refuses what is no collection of the application.
func (s *store) readable(c *mongo.CollectionSpecification, refuse func(kind migrate.Kind, object, reason, manual string)) bool {
	if c.Type == "collection" && !strings.HasPrefix(c.Name, "system.") && !strings.HasPrefix(c.Name, migrate.Reserved) {
		return true
	}
	manual := "name a collection of the application"
	switch on, ok := c.Options.Lookup("viewOn").StringValueOK(); {
	case ok:
		manual = "name " + on + ", from which it is made"
	case c.Type == "timeseries":
		manual = "it becomes a plain collection, and no time series any more: " + strings.Replace(s.copyManual(c.Name), "then ", "then "+dropManual(c.Name)+" and ", 1)
	}
	refuse(migrate.KindTable, c.Name, "it is a "+c.Type+", and no collection of the application's documents", manual)
	return false
}

// collection refuses a collection's options, and the views that read it.
func (s *store) collection(p *migrate.Plan, c *mongo.CollectionSpecification, all []mongo.CollectionSpecification, why purpose, refuse func(kind migrate.Kind, object, reason, manual string)) {
	elements, _ := c.Options.Elements()
	for _, e := range elements {
		switch name := e.Key(); {
		case name == "validator":
			refuse(migrate.KindCheck, c.Name, "it has a validator, which can demand the "+why.now+" form",
				fmt.Sprintf("take it away: %s; %s, and set it again, for the %s form: %s", validatorManual(c.Name, bson.D{}), why.verb, why.then, validatorManual(c.Name, e.Value())))
		case name == "changeStreamPreAndPostImages":
			p.Notes = append(p.Notes, c.Name+" keeps images for change streams: the server writes each document that run changes into config.system.preimages, too")
		case name == "encryptedFields":
			refuse(migrate.KindTable, c.Name, "it has the option "+name+", with which run is not proven", "convert the field in a program: a copy of the collection would not be encrypted")
		case name != "validationLevel" && name != "validationAction" && name != "clusteredIndex":
			refuse(migrate.KindTable, c.Name, "it has the option "+name+", with which run is not proven", "copy the documents into a collection without it, "+s.copyManual(c.Name))
		}
	}
	read := []string{c.Name} // and the views that read it, which others can read
	for i := 0; i < len(read); i++ {
		for _, view := range all {
			if view.Type != "view" || slices.Contains(read, view.Name) || !hasText(view.Options, read[i]) {
				continue
			}
			read = append(read, view.Name)
			refuse(migrate.KindView, view.Name, "this view reads "+c.Name+", and can compare ids with the "+why.now+" form",
				fmt.Sprintf("drop it: %s; %s, and make it again, for the %s form: %s", dropManual(view.Name), why.verb, why.then, createManual(&view)))
		}
	}
}

// hasText reports whether a document has a text as a value: the options of a view have so the name of what it reads.
func hasText(doc bson.Raw, text string) bool {
	values, _ := doc.Values()
	return slices.ContainsFunc(values, func(v bson.RawValue) bool {
		if v.Type == bson.TypeEmbeddedDocument || v.Type == bson.TypeArray {
			return hasText(bson.Raw(v.Value), text)
		}
		value, is := v.StringValueOK()
		return is && value == text
	})
}

// A mongoIndex is what the server says of an index.
type mongoIndex struct {
	Name    string   `bson:"name"`
	Key     bson.Raw `bson:"key"`
	Unique  bool     `bson:"unique"`
	Partial bson.Raw `bson:"partialFilterExpression"`
	raw     bson.Raw // all of it
}

// concerns reports whether the index can have values of the field.
func (x *mongoIndex) concerns(path string) bool {
	elements, _ := x.Key.Elements()
	return slices.ContainsFunc(elements, func(e bson.RawElement) bool {
		return strings.Contains(e.Key(), "$**") || overlap(e.Key(), path)
	})
}

// overlap reports whether one of two paths is the other, or inside of it.
func overlap(a, b string) bool {
	return strings.HasPrefix(a+".", b+".") || strings.HasPrefix(b+".", a+".")
}

// names reports whether the filter of a partial index asks for the field. Such a filter has
// fields with conditions, and $and and $or of such filters: it has no expressions.
func names(filter bson.Raw, path string) bool {
	elements, _ := filter.Elements()
	return slices.ContainsFunc(elements, func(e bson.RawElement) bool {
		if !strings.HasPrefix(e.Key(), "$") {
			return overlap(e.Key(), path)
		}
		array, ok := e.Value().ArrayOK()
		if !ok {
			return true
		}
		filters, err := array.Values()
		return err != nil || slices.ContainsFunc(filters, func(f bson.RawValue) bool {
			doc, ok := f.DocumentOK()
			return !ok || names(doc, path)
		})
	})
}

// table sets the size, and refuses indexes that are not known to hold the new form.
func (s *store) table(ctx context.Context, p *migrate.Plan, t *migrate.Table, why purpose, refuse func(kind migrate.Kind, object, reason, manual string)) error {
	var stats []struct {
		Storage struct {
			Size    int64 `bson:"size"`
			Indexes int64 `bson:"totalIndexSize"`
		} `bson:"storageStats"`
	}
	cursor, err := s.db.Collection(t.Name).Aggregate(ctx, bson.A{d("$collStats", d("storageStats", bson.D{}))})
	if err == nil && cursor.All(ctx, &stats) == nil { // a user may not see it
		for _, shard := range stats {
			t.Bytes += shard.Storage.Size + shard.Storage.Indexes
		}
	}
	indexes, err := s.indexes(ctx, t.Name)
	if err != nil {
		return err
	}
	for _, x := range indexes {
		elements, err := x.Key.Elements()
		if err != nil {
			return err
		}
		object := t.Name + ", index " + x.Name
		for _, e := range elements {
			if kind, ok := e.Value().StringValueOK(); ok && kind == "text" {
				refuse(migrate.KindIndex, object, "it is a text index, which can hold the digits", x.withoutIndex(t.Name, why))
			}
		}
		after := x.raw.Lookup("expireAfterSeconds")
		if seconds, is := after.AsInt64OK(); is && seconds != neverExpire && !p.Online {
			refuse(migrate.KindIndex, object, "it is a TTL index, and documents that expire meanwhile would look lost", fmt.Sprintf("let none expire: %s; %s, and set it back: %s",
				expireManual(t.Name, x.Name, neverExpire), why.verb, expireManual(t.Name, x.Name, after)))
		}
		concerned := false
		for _, c := range p.Columns {
			if c.Table != t.Name {
				continue
			}
			concerned = concerned || x.concerns(c.Name)
			if names(x.Partial, c.Name) {
				refuse(migrate.KindIndex, object, "it is a partial index, whose filter can compare "+c.Name+" with the "+why.now+" form", x.withoutIndex(t.Name, why))
			}
		}
		if concerned {
			note := "index " + x.Name + " of " + t.Name + " is kept by the server"
			switch {
			case x.Unique && p.Online:
				note += "; it is unique, but until the end of run only within each form"
			case x.Unique:
				note += "; it is unique, and no two ids collide"
			}
			p.Notes = append(p.Notes, note)
		}
	}
	return nil
}

// An update by the index _id_ looks for the two _ids of its filter in their order. It finds the first one
// locked, waits, and finds the other one; but it does not look back. TestMongoHint has other indexes.
const mongoEarlier = "with an _id of the old form, which is sorted before subtype 4, an update or delete by both forms can meet the transaction that replaces its document, and then finds neither"

// converts reports whether a field of this name is converted.
func converts(p *migrate.Plan, name string) bool {
	return slices.ContainsFunc(p.Columns, func(c migrate.Column) bool { return c.Name == name })
}

// shardKeys refuses what is not possible in sharded collections.
func (s *store) shardKeys(p *migrate.Plan, why purpose, refuse func(kind migrate.Kind, object, reason, manual string)) {
	for _, t := range mongoTables(p) {
		sharded, is := s.keys[t.Name]
		if !is {
			continue
		}
		keys, _ := sharded.Key.Elements()
		manual := func(forRun string) string {
			if why == forUndo { // it was sharded since run
				return s.reshardManual(t.Name)
			}
			return forRun
		}
		index := mongoIndex{Key: sharded.Key}
		for _, c := range t.columns {
			if index.concerns(c.Name) {
				refuse(migrate.KindTable, t.Name+"."+c.Name, "it is a part of the shard key, and its documents would move to other shards", manual(s.copyConverted(t.Name, c.Name, c.new, c.olds...)))
			}
		}
		if (t.mixed() || p.BadRows != "") && (len(keys) != 1 || keys[0].Key() != "_id") {
			refuse(migrate.KindTable, t.Name, "it is sharded by another key than _id: two shards can have documents with the same _id, and undo tells documents by it",
				manual(t.oneForm()))
		}
	}
}
