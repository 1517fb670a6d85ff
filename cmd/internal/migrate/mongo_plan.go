package migrate

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/uuid"
)

const mongoLocks = "none: each document changes at once; until the end, readers see the old form in some and the new one in others. The application must not write meanwhile"

// Plan reads every value of the fields. If a run was interrupted, its plan is returned.
func (s *mongoStore) Plan(ctx context.Context, r Request) (*Plan, error) {
	if err := checkRequest(&r); err != nil {
		return nil, err
	}
	st, err := s.unfinished(ctx)
	if err != nil {
		return nil, err
	}
	if st == nil {
		p, _, err := s.plan(ctx, r, io.Discard)
		return p, coded(CodeConnection, err)
	}
	same := st.Plan.To == r.To && !slices.ContainsFunc(r.Columns, func(c string) bool {
		return !slices.ContainsFunc(st.Plan.Columns, func(p Column) bool { return p.Table+"."+p.Name == c })
	})
	switch {
	case st.State == mongoUndoing:
		return nil, errorf(CodeConflict, "migrate: an undo was interrupted, or another process does it now: undo ends it")
	case !same || len(r.Columns) != len(st.Plan.Columns):
		return nil, errorf(CodeConflict, "migrate: a run of other fields was interrupted, or another process does it now: run it again, or undo")
	}
	return st.Plan, nil
}

// catalog returns the definition of each collection, or "", and the views of the database.
func (s *mongoStore) catalog(ctx context.Context, tables []Table) (definitions map[string]string, specs []mongo.CollectionSpecification, err error) {
	specs, err = s.db.ListCollectionSpecifications(ctx, bson.D{})
	definitions = map[string]string{}
	for _, t := range tables {
		i := slices.IndexFunc(specs, func(c mongo.CollectionSpecification) bool { return c.Name == t.Name })
		if err != nil || i < 0 || specs[i].Type != "collection" {
			continue
		}
		var indexes []bson.Raw
		cursor, e := s.db.Collection(t.Name).Indexes().List(ctx)
		if e == nil {
			e = cursor.All(ctx, &indexes)
		}
		err = e
		definitions[t.Name] = fmt.Sprintf("%v %v %v", specs[i].UUID, specs[i].Options, indexes)
	}
	return definitions, specs, err
}

// plan makes a plan, and returns the sums of the collections.
func (s *mongoStore) plan(ctx context.Context, r Request, progress io.Writer) (*Plan, map[string]mongoSum, error) {
	sixteen, err := bytesForm(r.Bytes)
	if err != nil {
		return nil, nil, err
	}
	var hello struct {
		Message string `bson:"msg"`
	}
	var build struct {
		Version string  `bson:"version"`
		Parts   []int32 `bson:"versionArray"`
	}
	if err := s.db.RunCommand(ctx, d("hello", 1)).Decode(&hello); err != nil {
		return nil, nil, err
	}
	if err := s.db.RunCommand(ctx, d("buildInfo", 1)).Decode(&build); err != nil {
		return nil, nil, err
	}
	p := &Plan{Store: "MongoDB " + build.Version, To: r.To, Bytes: sixteen, Online: r.Online, BadRows: r.BadRows, request: r}
	refuse := func(object, reason, manual string) {
		p.Refusals = append(p.Refusals, Refusal{Object: object, Reason: reason, Manual: manual})
	}
	if hello.Message == "isdbgrid" {
		refuse("the cluster", "it is sharded, and a document moves if its shard key changes", "write to a new collection with $merge, and switch the application")
		return p, nil, nil
	}
	if len(build.Parts) == 0 || build.Parts[0] < 8 {
		refuse("the server", "it has no $toUUID, which came with MongoDB 8", "upgrade, or convert the documents in a program")
		return p, nil, nil
	}
	_, specs, err := s.catalog(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range r.Columns {
		var spec *mongo.CollectionSpecification // with the longest name, which may have dots
		for i := range specs {
			if strings.HasPrefix(name, specs[i].Name+".") && (spec == nil || len(specs[i].Name) > len(spec.Name)) {
				spec = &specs[i]
			}
		}
		if spec == nil {
			return nil, nil, errorf(CodeUsage, "migrate: there is no collection for %s in %s", name, s.db.Name())
		}
		c := Column{Table: spec.Name, Name: strings.TrimPrefix(name, spec.Name+"."), Forms: Forms{}}
		if reason, manual := mongoPathRefused(c.Name); reason != "" {
			refuse(name, reason, manual)
			continue
		}
		if slices.ContainsFunc(p.Columns, func(o Column) bool {
			return o.Table == c.Table && (strings.HasPrefix(o.Name+".", c.Name+".") || strings.HasPrefix(c.Name+".", o.Name+"."))
		}) {
			return nil, nil, errorf(CodeUsage, "migrate: %s is named twice", name)
		}
		if !slices.ContainsFunc(p.Tables, func(t Table) bool { return t.Name == c.Table }) {
			p.Tables = append(p.Tables, Table{Name: c.Table})
			if !mongoCollection(spec, specs, refuse) {
				return p, nil, nil
			}
		}
		p.Columns = append(p.Columns, c)
	}
	if p.Created, _, err = s.catalog(ctx, p.Tables); err != nil {
		return nil, nil, err
	}
	begin := time.Now()
	sums, err := s.scan(ctx, p, r.Bytes != "", progress)
	if err != nil {
		return nil, nil, err
	}
	p.Scan = time.Since(begin)
	for i := range p.Tables {
		if err := s.table(ctx, p, &p.Tables[i], refuse); err != nil {
			return nil, nil, err
		}
	}
	p.unsupported(r)
	p.Refusals = accepted(p.Refusals, r.Accept)
	p.steps()
	p.Hash = snapshot(p.Created).hash(p)
	return p, sums, nil
}

func mongoPathRefused(path string) (reason, manual string) {
	names := strings.Split(path, ".")
	if names[0] == "_id" {
		return "an _id cannot be changed", "write new documents to a new collection with $merge, make its indexes, and rename it with dropTarget; while the application is stopped"
	}
	if len(names) > 5 {
		return "the path has more than five names", "use updateMany with a pipeline of your own"
	}
	for _, n := range names {
		if n == "" || strings.HasPrefix(n, "$") || strings.Trim(n, "0123456789") == "" {
			return fmt.Sprintf("the path has the name %q, which means something else in a pipeline", n), "use updateMany with a pipeline of your own, or change the name"
		}
	}
	return "", ""
}

// mongoCollection refuses all but plain collections. It reports whether the values can be read.
func mongoCollection(c *mongo.CollectionSpecification, all []mongo.CollectionSpecification, refuse func(object, reason, manual string)) bool {
	if c.Type != "collection" || strings.HasPrefix(c.Name, "system.") || c.Name == stateTable {
		refuse(c.Name, "it is a "+c.Type+", and no collection of the application's documents", "migrate the collection from which it is made, or make it again")
		return false
	}
	elements, _ := c.Options.Elements()
	for _, e := range elements {
		switch name := e.Key(); {
		case name == "validator":
			refuse(c.Name, "it has a validator, which can demand the old form", "take it away with collMod, migrate, and set it again for the new form")
		case name != "validationLevel" && name != "validationAction":
			refuse(c.Name, "it has the option "+name+", with which run is not proven", "copy the documents into a new collection without it")
		}
	}
	for _, view := range all {
		text := bson.Raw(view.Options).String()
		if view.Type == "view" && strings.Contains(text, fmt.Sprintf("%q", c.Name)) {
			refuse(view.Name, "this view reads "+c.Name+", and can compare ids with the old form", "drop it, migrate, and make it again for the new form")
		}
	}
	return true
}

// table sets the size, and refuses indexes that are not known to hold the new form.
func (s *mongoStore) table(ctx context.Context, p *Plan, t *Table, refuse func(object, reason, manual string)) error {
	var stats []struct {
		Storage struct {
			Size    int64 `bson:"size"`
			Indexes int64 `bson:"totalIndexSize"`
		} `bson:"storageStats"`
	}
	cursor, err := s.db.Collection(t.Name).Aggregate(ctx, bson.A{d("$collStats", d("storageStats", bson.D{}))})
	if err == nil && cursor.All(ctx, &stats) == nil && len(stats) == 1 { // a user may not see it
		t.Bytes = stats[0].Storage.Size + stats[0].Storage.Indexes
	}
	cursor, err = s.db.Collection(t.Name).Indexes().List(ctx)
	if err != nil {
		return err
	}
	var indexes []struct {
		Name    string   `bson:"name"`
		Key     bson.Raw `bson:"key"`
		Unique  bool     `bson:"unique"`
		Partial bson.Raw `bson:"partialFilterExpression"`
	}
	if err := cursor.All(ctx, &indexes); err != nil {
		return err
	}
	for _, x := range indexes {
		if x.Name == "_id_" {
			continue
		}
		elements, err := x.Key.Elements()
		if err != nil {
			return err
		}
		object := t.Name + ", index " + x.Name
		concerned := false
		for _, e := range elements {
			if kind, ok := e.Value().StringValueOK(); ok && kind == "text" {
				refuse(object, "it is a text index, which can hold the digits", "drop it, migrate, and make it again")
			} else if strings.Contains(e.Key(), "$**") {
				concerned = true
			}
			for _, c := range p.Columns {
				concerned = concerned || c.Table == t.Name && (strings.HasPrefix(e.Key()+".", c.Name+".") || strings.HasPrefix(c.Name+".", e.Key()+"."))
			}
		}
		if x.Partial != nil {
			refuse(object, "it is a partial index, whose filter can compare ids with the old form", "drop it, migrate, and make it again for the new form")
		}
		if concerned {
			note := "index " + x.Name + " of " + t.Name + " is kept by the server"
			if x.Unique {
				note += "; it is unique, and no two ids collide, as all values have one form"
			}
			p.Notes = append(p.Notes, note)
		}
	}
	return nil
}

// steps makes the statements of run and undo.
func (p *Plan) steps() {
	for _, t := range p.Tables {
		for _, undo := range []bool{false, true} {
			filter, pipeline := mongoUpdate(p, t.Name, undo)
			if pipeline == nil {
				continue
			}
			filter = append(bson.D{{Key: "_id", Value: d("$in", bson.A{fmt.Sprintf("the next %d ids", mongoBatch)})}}, filter...)
			var stages []string
			for _, stage := range pipeline {
				stages = append(stages, relaxed(stage))
			}
			step := Step{Does: "convert " + t.Name, Locks: mongoLocks, Rows: t.Rows,
				SQL: []string{fmt.Sprintf("db.getCollection(%q).updateMany(%s,\n  [%s])", t.Name, relaxed(filter), strings.Join(stages, ",\n   "))}}
			if undo {
				p.Undo = append(p.Undo, step)
				continue
			}
			step.Takes = 2*p.Scan + time.Duration(t.Rows)*60*time.Microsecond
			p.Steps = append(p.Steps, step)
		}
	}
	p.Notes = append(p.Notes,
		"the application is stopped meanwhile: if it writes, run ends with an error that lists the values of the old form",
		"start the application with the new form: a query by the old form finds no document and reports no error",
		"killed at any point, run goes on where it was, and undo goes back from there; the filters name the old form, so that nothing is converted twice",
		"run reads all documents before and after, and compares them but for the forms of these ids",
		"a change stream gets an event for each document; Atlas Search indexes are not looked at",
		"make a copy first, and restore it once as a test: mongodump --oplog")
}

// mongoUpdate returns the filter and the pipeline for a collection; the pipeline is nil if all is well.
func mongoUpdate(p *Plan, table string, undo bool) (filter bson.D, pipeline bson.A) {
	var filters bson.A
	for _, c := range p.Columns {
		if c.Table != table || c.OldType == c.NewType || c.OldType == "" {
			continue
		}
		from, to := parseMongoForm(c.OldType), parseMongoForm(c.NewType)
		if undo {
			from, to = to, from
		}
		filters = append(filters, from.filter(c.Name))
		pipeline = append(pipeline, from.stage(c.Name, to))
	}
	return d("$or", filters), pipeline
}

// A mongoSum is a checksum of a collection's documents, whatever the forms of their ids.
type mongoSum struct {
	Documents int64  `bson:"documents"`
	Sum       string `bson:"sum"`
}

// each reads all documents of the plan's collections, and calls visit with each value of a field.
func (s *mongoStore) each(ctx context.Context, p *Plan, progress io.Writer, visit func(c int, id bson.RawValue, v bson.RawValue) (uuid.UUID, bool)) (map[string]mongoSum, error) {
	sums := map[string]mongoSum{}
	for i := range p.Tables {
		t := &p.Tables[i]
		var paths []string
		var at []int
		for c := range p.Columns {
			if p.Columns[c].Table == t.Name {
				paths, at = append(paths, p.Columns[c].Name), append(at, c)
			}
		}
		if paths == nil {
			continue
		}
		root, meter := newMongoPath(paths), newMeter(progress, "read "+t.Name, t.Rows)
		cursor, err := s.db.Collection(t.Name).Find(ctx, bson.D{})
		if err != nil {
			return nil, err
		}
		var n int64
		var sum [4]uint64
		for h := sha256.New(); err == nil && cursor.Next(ctx); n++ {
			h.Reset()
			id := cursor.Current.Lookup("_id")
			err = root.document(h, cursor.Current, func(field int, v bson.RawValue) (uuid.UUID, bool) { return visit(at[field], id, v) })
			for i, digest := 0, h.Sum(nil); i < 4; i++ {
				sum[i] += binary.BigEndian.Uint64(digest[8*i:])
			}
			meter.add(1)
		}
		cursor.Close(context.WithoutCancel(ctx))
		if err := cmp.Or(err, cursor.Err()); err != nil {
			return nil, err
		}
		meter.done()
		sums[t.Name] = mongoSum{n, fmt.Sprintf("%x", sum)}
	}
	return sums, nil
}

// scan finds the form of each field, and refuses what is not one.
func (s *mongoStore) scan(ctx context.Context, p *Plan, named bool, progress io.Writer) (map[string]mongoSum, error) {
	readers := make([]*reader, len(p.Columns))
	forms := make([]map[mongoForm]int64, len(p.Columns))
	digits := make([]map[mongoForm]int64, len(p.Columns)) // texts without letters, which are in both cases
	for i := range readers {
		readers[i], forms[i], digits[i] = newReader(p.Bytes), map[mongoForm]int64{}, map[mongoForm]int64{}
	}
	sums, err := s.each(ctx, p, progress, func(c int, id, v bson.RawValue) (uuid.UUID, bool) {
		r := readers[c]
		if v.Type == bson.TypeNull {
			r.rows++
			r.nulls++
			return uuid.UUID{}, false
		}
		key := func() string { return "_id " + relaxed(id) }
		f, u, ok := findForm(v, p.Bytes)
		if ok && f.order != layout.None {
			_, data := v.Binary()
			_, ok = r.read(data, key) // it has the evidence of the order, and finds texts that were cut
		} else if r.rows++; !ok {
			if r.bad++; len(r.keys) < maxKeys {
				r.keys = append(r.keys, fmt.Sprintf("%s: %.64s", key(), relaxed(v)))
			}
		}
		if !ok {
			return u, false
		}
		if text, is := v.StringValueOK(); is && !strings.ContainsAny(text, "abcdefABCDEF") {
			digits[c][f]++
		} else {
			forms[c][f]++
		}
		return u, true
	})
	if err != nil {
		return nil, err
	}
	to := mongoForm{kind: "uuid"}
	if p.To == ToText {
		to = mongoForm{kind: "text"}
	}
	for i := range p.Columns {
		c, r := &p.Columns[i], readers[i]
		name := c.Table + "." + c.Name
		for f, n := range digits[i] {
			if upper := (mongoForm{kind: f.kind, upper: true}); forms[i][f] == 0 && forms[i][upper] > 0 {
				f = upper
			}
			forms[i][f] += n
		}
		var found []string
		for f, n := range forms[i] {
			c.Forms[f.layout()] += n
			c.OldType, c.NewType = f.String(), to.String()
			found = append(found, fmt.Sprintf("%s %d", f, n))
			if f.kind == "binary-3" && !named {
				p.Refusals = append(p.Refusals, Refusal{Object: name, Reason: "subtype 3 has the bytes in the order of the driver that wrote them",
					Manual: "name it: --bytes bytes-java for Java, bytes-mixed for C#, bytes for Python; version and variant are right in " + r.orders()})
			}
		}
		c.Nulls = r.nulls
		slices.Sort(found)
		switch {
		case len(found) > 1:
			p.Refusals = append(p.Refusals, Refusal{Object: name, Reason: "its values have more than one form, and undo could not restore them: " + strings.Join(found, ", "),
				Manual: "bring all of them to one form first, with updateMany and a pipeline such as plan prints for a field that has one"})
			c.OldType = strings.Join(found, ", ")
		case len(found) == 0 && r.bad == 0:
			p.Refusals = append(p.Refusals, Refusal{Object: name, Reason: "no document has a value there", Manual: "look at the spelling of the path; arrays have no names in it"})
		}
		if named || !slices.ContainsFunc(slices.Collect(maps.Keys(forms[i])), func(f mongoForm) bool { return f.kind == "binary-3" }) {
			p.Refusals = append(p.Refusals, r.refusals(name, named)...)
		} else if r.bad > 0 {
			r.marked = 0
			p.Refusals = append(p.Refusals, r.refusals(name, named)...)
		}
	}
	for i := range p.Tables {
		p.Tables[i].Rows = sums[p.Tables[i].Name].Documents
	}
	return sums, nil
}

// orders lists in which forms of 16 bytes how many values have a version and the variant.
func (r *reader) orders() string {
	var list []string
	for _, f := range []layout.Form{layout.Java, layout.Mixed, layout.Bytes} {
		list = append(list, fmt.Sprintf("%d of %d as %s", r.proven[f], r.marked, f))
	}
	return strings.Join(list, ", ")
}

// unconverted lists the first values that have the old or the new form.
type unconverted struct{ old, new []string }

// read returns the sums of the plan's collections while a run or an undo is under way.
func (s *mongoStore) read(ctx context.Context, p *Plan, progress io.Writer) (map[string]mongoSum, unconverted, error) {
	var left unconverted
	from, to := make([]mongoForm, len(p.Columns)), make([]mongoForm, len(p.Columns))
	for i, c := range p.Columns {
		from[i], to[i] = parseMongoForm(c.OldType), parseMongoForm(c.NewType)
	}
	sums, err := s.each(ctx, p, progress, func(c int, id, v bson.RawValue) (uuid.UUID, bool) {
		u, isNew := to[c].read(v)
		before, isOld := from[c].read(v)
		list := &left.new
		if isOld {
			u, list = before, &left.old
		}
		if isOld != isNew && len(*list) < shownKeys { // 000… has no letters, and both cases
			*list = append(*list, fmt.Sprintf("%s.%s of _id %s: %.80s", p.Columns[c].Table, p.Columns[c].Name, relaxed(id), relaxed(v)))
		}
		return u, isOld || isNew
	})
	return sums, left, err
}
