package mongo

import (
	"cmp"
	"context"
	"fmt"
	"hash"
	"maps"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/uuid"
)

// A scanner is what plan finds in the values of a field.
type scanner struct {
	*migrate.Reader
	forms  map[mongoForm]int64
	digits map[mongoForm]int64 // texts without letters, which are in both cases

	documents int64 // the bad values that are documents

	// A UUID that one document has in two forms.
	document bson.RawValue
	seen     map[uuid.UUID]mongoForm
	twice    []string
	twiceIDs bson.A
}

// add counts a value.
func (r *scanner) add(id, v bson.RawValue) (u uuid.UUID, ok bool) {
	if v.Type == bson.TypeNull {
		r.Rows++
		r.Nulls++
		return uuid.UUID{}, false
	}
	key := func() string { return "_id " + relaxed(id) }
	f, u, ok := findForm(v, r.Bytes)
	if ok && f.order != layout.None {
		_, data := v.Binary()
		_, ok = r.Read(data, key) // it has the evidence of the order, and finds texts that were cut
	} else if r.Rows++; !ok {
		if v.Type == bson.TypeEmbeddedDocument {
			r.documents++
		}
		if r.Bad++; len(r.Keys) < migrate.MaxKeys {
			r.Keys = append(r.Keys, fmt.Sprintf("%s: %.64s", key(), relaxed(v)))
		}
	}
	if !ok {
		return u, false
	}
	if text, is := v.StringValueOK(); is && !strings.ContainsAny(text, "abcdefABCDEF") {
		r.digits[f]++
	} else {
		r.forms[f]++
	}
	if !r.document.Equal(id) {
		clear(r.seen)
		r.document = bson.RawValue{Type: id.Type, Value: append(r.document.Value[:0], id.Value...)}
	}
	if before, is := r.seen[u]; is && before != f && len(r.twice) < migrate.ShownKeys {
		r.twice, r.twiceIDs = append(r.twice, key()+": "+u.String()), append(r.twiceIDs, cloned(id))
	}
	r.seen[u] = f
	return u, true
}

// oneCase gives texts without letters the case of the others.
func (r *scanner) oneCase() {
	for f, n := range r.digits {
		if upper := (mongoForm{kind: f.kind, upper: true}); r.forms[f] == 0 && r.forms[upper] > 0 {
			f = upper
		}
		r.forms[f] += n
	}
}

// scan finds the forms of each field, and refuses what is none.
func (s *store) scan(ctx context.Context, p *migrate.Plan, progress *migrate.Progress) (map[string]mongoSum, error) {
	scans := make([]*scanner, len(p.Columns))
	for i := range scans {
		scans[i] = &scanner{Reader: migrate.NewReader(p.Bytes), forms: map[mongoForm]int64{}, digits: map[mongoForm]int64{}, seen: map[uuid.UUID]mongoForm{}}
	}
	var large sizes
	twice := map[string][]string{} // the documents that have a name twice
	sums, err := s.each(ctx, p, false, func(c *mongoColumn, id, v bson.RawValue) (uuid.UUID, bool) {
		u, ok := scans[c.at].add(id, v)
		if ok {
			large.convert(v, p.To)
		}
		return u, ok
	}, func(t *mongoTable, doc bson.Raw, bad bool) {
		large.add(s, p, t, doc, bad)
		if name := t.root.twice(doc, false); name != "" && len(twice[t.Name]) < migrate.ShownKeys {
			twice[t.Name] = append(twice[t.Name], fmt.Sprintf("_id %s: %s", relaxed(doc.Lookup("_id")), name))
		}
		progress.Add(1)
	})
	if err != nil {
		return nil, err
	}
	p.Refusals = append(p.Refusals, large.refusals...)
	keys := map[string][]string{} // of the documents that are set aside
	for i, r := range scans {
		table := p.Columns[i].Table
		keys[table] = append(keys[table], r.report(p, i)...)
	}
	for _, t := range mongoTables(p) {
		t.Rows = sums[t.Name].Documents
		if keys[t.Name] != nil {
			aside := sums[t.aside()].Documents
			t.Rows += aside
			p.Aside = append(p.Aside, migrate.Aside{Table: t.Name, Into: p.BadRows, Rows: aside, Keys: keys[t.Name]})
		}
		if list := twice[t.Name]; list != nil && !p.Nothing() {
			p.Refusals = append(p.Refusals, migrate.Refusal{Kind: migrate.KindValue, Object: t.Name, Reason: isTwice, Manual: onceManual, Keys: list})
		}
		for i := range t.columns {
			if err := s.collide(ctx, p, t, &t.columns[i]); err != nil {
				return nil, err
			}
		}
	}
	return sums, nil
}

// Of a document for which mongoPath.twice returns a name.
const (
	isTwice    = "documents have a name twice, and the server, which reads fields by their names, would lose one of the two values"
	onceManual = "replace each document by one that has each name once"
)

// report notes the forms of column i of the plan, and refuses what is wrong with its values. It returns the
// keys of the documents that are set aside.
func (r *scanner) report(p *migrate.Plan, i int) (aside []string) {
	c, named := &p.Columns[i], p.Request.Bytes != ""
	name := c.Table + "." + c.Name
	refuse := func(kind migrate.Kind, reason, manual string, keys ...string) {
		p.Refusals = append(p.Refusals, migrate.Refusal{Kind: kind, Object: name, Reason: reason, Manual: manual, Keys: keys})
	}
	to := newForm(p.To)
	r.oneCase()
	found := slices.SortedFunc(maps.Keys(r.forms), func(a, b mongoForm) int {
		return cmp.Or(cmp.Compare(r.forms[b], r.forms[a]), cmp.Compare(a.String(), b.String()))
	})
	c.Nulls, c.OldType, c.NewType = r.Nulls, to.String(), to.String()
	legacy := false
	for i, f := range found {
		c.Forms[f.layout()] += r.forms[f]
		if i == 0 {
			c.OldType = f.String()
		} else {
			c.Mixed = append(c.Mixed, f.String())
		}
		legacy = legacy || f.kind == "binary-3"
	}
	if legacy && !named {
		refuse(migrate.KindByteOrder, "subtype 3 has the bytes in the order of the driver that wrote them",
			"name it: --bytes bytes-java for Java, bytes-mixed for C#, bytes for Python; version and variant are right in "+orders(r.Reader))
		r.Marked = 0
	}
	if len(found) == 0 && r.Bad == 0 {
		refuse(migrate.KindColumn, "no document has a value there", "look at the spelling of the path; arrays have no names in it")
	}
	if len(found) > 1 && len(r.twice) > 0 {
		refuse(migrate.KindCollision, "one document has the same UUID in two forms, and undo could not restore both", "bring them to one form, in these documents: "+mongoColumnAt(p, i).oneForm(r.twiceIDs), r.twice...)
	}
	if c.Name == "_id" && len(found) == 0 && r.documents > 0 {
		refuse(migrate.KindColumn, "an _id that is a document is not converted", "name the field in it that has the UUID, as in "+name+".FIELD: plan says then how to convert it")
		r.Bad = 0
	}
	if p.BadRows != "" && r.Bad > 0 {
		if len(found) == 0 {
			p.Refusals = append(p.Refusals, migrate.NoneMoves(name, r.Bad)...)
		}
		aside, r.Bad = r.Keys, 0
	}
	p.Refusals = append(p.Refusals, r.Refusals(name, named)...)
	return aside
}

// collide refuses documents that a unique index would take for the same after the conversion.
// Only values in different forms can collide: each one in another form than most is looked up
// in all forms.
func (s *store) collide(ctx context.Context, p *migrate.Plan, t *mongoTable, c *mongoColumn) error {
	if len(c.Mixed) == 0 {
		return nil
	}
	if unique, err := s.unique(ctx, p, t, c); err != nil || !unique {
		return err
	}
	var filters bson.A
	for _, f := range c.olds[1:] {
		filters = append(filters, f.filter(c.Name))
	}
	twins := &twins{column: c, path: &mongoTable{Table: t.Table, columns: []mongoColumn{*c}, root: newMongoPath([]string{c.Name})}}
	var ids []uuid.UUID
	look := func() error {
		list := ids
		ids = nil
		return s.lookUp(ctx, twins, list)
	}
	err := s.find(ctx, t.Name, d("$or", filters), func(doc bson.Raw) error {
		err := twins.values(doc, func(u uuid.UUID) { ids = append(ids, u) })
		if err == nil && len(ids) >= 1000 {
			err = look()
		}
		return err
	}, options.Find().SetProjection(d(c.Name, 1)))
	if err == nil && ids != nil {
		err = look()
	}
	if err == nil && twins.keys != nil {
		p.Refusals = append(p.Refusals, migrate.Refusal{Kind: migrate.KindCollision, Object: t.Name + "." + c.Name, Keys: twins.keys,
			Reason: "documents that are different to a unique index have the same UUID in different forms",
			Manual: "make one document of each pair, and delete the other, as the second one of the first pair: " +
				runCommand(bson.D{{Key: "delete", Value: t.Name}, {Key: "deletes", Value: bson.A{bson.D{{Key: "q", Value: d("_id", twins.second)}, {Key: "limit", Value: 1}}}}})})
	}
	return err
}

// unique reports whether a value of the field can be in one document alone. It refuses
// a unique index of several fields, or of some documents.
func (s *store) unique(ctx context.Context, p *migrate.Plan, t *mongoTable, c *mongoColumn) (is bool, err error) {
	is = c.Name == "_id"
	indexes, err := s.indexes(ctx, t.Name)
	if err != nil {
		return false, err
	}
	for _, x := range indexes {
		if !x.Unique || !x.concerns(c.Name) {
			continue
		}
		keys, err := x.Key.Elements()
		if err != nil {
			return false, err
		}
		if len(keys) == 1 && keys[0].Key() == c.Name && x.Partial == nil {
			is = true
			continue
		}
		p.Refusals = append(p.Refusals, migrate.Refusal{Kind: migrate.KindIndex, Object: t.Name + ", index " + x.Name,
			Reason: "it is unique, but not for " + c.Name + " alone or not in all documents, and the values of " + c.Name + " have more than one form: two of them may become the same",
			Manual: x.withoutIndex(t.Name, forRun)})
	}
	return is, nil
}

// twins are documents with the same UUID in a unique field.
type twins struct {
	column *mongoColumn
	path   *mongoTable   // with no other field
	keys   []string      // of pairs
	second bson.RawValue // the _id of the second one of the first pair
}

// values calls visit for each UUID of the field.
func (w *twins) values(doc bson.Raw, visit func(uuid.UUID)) error {
	_, err := w.path.document(discard{}, doc, func(_ int, v bson.RawValue) (uuid.UUID, bool) {
		u, isOld, isNew := w.column.read(v)
		if isOld || isNew {
			visit(u)
		}
		return u, true
	})
	return err
}

// lookUp finds the documents that have these UUIDs in any form.
func (s *store) lookUp(ctx context.Context, w *twins, ids []uuid.UUID) error {
	var list bson.A
	for _, u := range ids {
		for _, f := range w.column.olds {
			list = append(list, f.value(u))
		}
	}
	holders := map[uuid.UUID]string{}
	return s.find(ctx, w.path.Name, d(w.column.Name, d("$in", list)), func(doc bson.Raw) error {
		id := "_id " + relaxed(doc.Lookup("_id"))
		return w.values(doc, func(u uuid.UUID) {
			if other := holders[u]; other != "" && other != id && len(w.keys) < migrate.ShownKeys {
				if w.keys == nil {
					w.second = cloned(doc.Lookup("_id"))
				}
				w.keys = append(w.keys, fmt.Sprintf("%s: %s and %s", u, other, id))
			}
			holders[u] = id
		})
	}, options.Find().SetProjection(d(w.column.Name, 1)))
}

// orders lists in which forms of 16 bytes how many values have a version and the variant.
func orders(r *migrate.Reader) string {
	var list []string
	for _, f := range []layout.Form{layout.Java, layout.Mixed, layout.Bytes} {
		list = append(list, fmt.Sprintf("%d of %d as %s", r.Proven[f], r.Marked, f))
	}
	return strings.Join(list, ", ")
}

// discard is a hash of nothing.
type discard struct{ hash.Hash }

func (discard) Write(b []byte) (int, error) { return len(b), nil }
