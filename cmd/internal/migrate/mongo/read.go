package mongo

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/uuid"
)

// A mongoTable is a collection of a plan, with what is needed to read its documents.
type mongoTable struct {
	*migrate.Table
	columns []mongoColumn
	root    *mongoPath
}

// A mongoColumn is a field with the forms that its values had, that of most first, and the new one.
type mongoColumn struct {
	*migrate.Column
	at   int // in Plan.Columns
	olds []mongoForm
	new  mongoForm
}

func mongoTables(p *migrate.Plan) (list []*mongoTable) {
	for i := range p.Tables {
		t := &mongoTable{Table: &p.Tables[i]}
		var paths []string
		for j := range p.Columns {
			c := &p.Columns[j]
			if c.Table != t.Name {
				continue
			}
			column := mongoColumn{Column: c, at: j, new: parseMongoForm(c.NewType)}
			for _, form := range append([]string{c.OldType}, c.Mixed...) {
				column.olds = append(column.olds, parseMongoForm(form))
			}
			t.columns, paths = append(t.columns, column), append(paths, c.Name)
		}
		t.root = newMongoPath(paths)
		list = append(list, t)
	}
	return list
}

// mongoColumnAt is that of Plan.Columns[at].
func mongoColumnAt(p *migrate.Plan, at int) *mongoColumn {
	for _, t := range mongoTables(p) {
		for i := range t.columns {
			if t.columns[i].at == at {
				return &t.columns[i]
			}
		}
	}
	return nil
}

// id is the column of the _id, or nil.
func (t *mongoTable) id() *mongoColumn {
	for i := range t.columns {
		if t.columns[i].Name == "_id" {
			return &t.columns[i]
		}
	}
	return nil
}

// aside is the name in the sums of the documents that are set aside.
func (t *mongoTable) aside() string { return t.Name + ", set aside" }

// mixed reports whether there are values whose form undo cannot know from the plan.
func (t *mongoTable) mixed() bool {
	return slices.ContainsFunc(t.columns, func(c mongoColumn) bool { return len(c.Mixed) > 0 })
}

// hadNew reports whether there were values of the new form before run.
func (t *mongoTable) hadNew() bool {
	return slices.ContainsFunc(t.columns, func(c mongoColumn) bool { return slices.Contains(c.olds, c.new) })
}

// read returns the UUID of a value, and whether it has the new form, and one of the old ones.
// A text without letters has two forms.
func (c *mongoColumn) read(v bson.RawValue) (u uuid.UUID, isOld, isNew bool) {
	u, isNew = c.new.read(v)
	for _, f := range c.olds {
		if before, ok := f.read(v); ok {
			return before, true, isNew
		}
	}
	return u, false, isNew
}

// visit is a visitor for what the plan knows.
func (t *mongoTable) visit(field int, v bson.RawValue) (uuid.UUID, bool) {
	u, isOld, isNew := t.columns[field].read(v)
	return u, isOld || isNew
}

// A mongoSum is a checksum of documents, whatever the forms of their ids.
type mongoSum struct {
	Documents int64  `bson:"documents"`
	Sum       string `bson:"sum"`
}

// An adder makes a mongoSum.
type adder struct {
	n   int64
	sum [4]uint64
}

func (a *adder) add(h hash.Hash) {
	a.n++
	for i, digest := 0, h.Sum(nil); i < 4; i++ {
		a.sum[i] += binary.BigEndian.Uint64(digest[8*i:])
	}
}

func (a *adder) done() mongoSum { return mongoSum{a.n, fmt.Sprintf("%x", a.sum)} }

// sum is that of some documents.
func (t *mongoTable) sum(docs []bson.Raw) (sum mongoSum, err error) {
	h, a := sha256.New(), adder{}
	for _, doc := range docs {
		h.Reset()
		if _, err = t.document(h, doc, t.visit); err != nil {
			return sum, err
		}
		a.add(h)
	}
	return a.done(), nil
}

// document is that of t.root, and reports whether a value does not convert.
func (t *mongoTable) document(h hash.Hash, doc bson.Raw, visit visitor) (bad bool, err error) {
	err = t.root.document(h, doc, func(field int, v bson.RawValue) (uuid.UUID, bool) {
		u, ok := visit(field, v)
		bad = bad || !ok && v.Type != bson.TypeNull
		return u, ok
	})
	return bad, err
}

// each reads all documents of the plan's collections, and calls visit with each value of a
// field, and then whole with the document. The sums of the documents that run sets aside are apart, wherever they are;
// in undo without those that somebody has corrected there.
func (s *store) each(ctx context.Context, p *migrate.Plan, undo bool, visit func(c *mongoColumn, id, v bson.RawValue) (uuid.UUID, bool), whole func(t *mongoTable, doc bson.Raw, bad bool)) (map[string]mongoSum, error) {
	sums := map[string]mongoSum{}
	for _, t := range mongoTables(p) {
		if t.columns == nil {
			continue
		}
		h, good, aside := sha256.New(), adder{}, adder{}
		err := s.readAll(ctx, t.Name, func(doc bson.Raw) error {
			h.Reset()
			id := doc.Lookup("_id")
			bad, err := t.document(h, doc, func(field int, v bson.RawValue) (uuid.UUID, bool) { return visit(&t.columns[field], id, v) })
			if bad && p.BadRows != "" {
				aside.add(h)
			} else {
				good.add(h)
			}
			whole(t, doc, bad)
			return err
		})
		if err != nil {
			return nil, err
		}
		if p.ID != "" && p.BadRows != "" { // else nothing is set aside, and a collection of this name is not ours
			err := s.find(ctx, p.BadRows, d("collection", t.Name), func(raw bson.Raw) error {
				doc, is := raw.Lookup("document").DocumentOK()
				if !is { // a note of somebody
					return nil
				}
				h.Reset()
				bad, err := t.document(h, doc, t.visit)
				if bad || !undo {
					aside.add(h)
				} else {
					good.add(h)
				}
				return err
			})
			if err != nil {
				return nil, err
			}
		}
		if sums[t.Name] = good.done(); p.BadRows != "" {
			sums[t.aside()] = aside.done()
		}
	}
	return sums, nil
}

// readAll calls do with each document of a collection, and does not wait long for a lock.
func (s *store) readAll(ctx context.Context, collection string, do func(doc bson.Raw) error) error {
	var cursor *mongo.Cursor
	err := s.soon(ctx, func(ctx context.Context) (err error) {
		cursor, err = s.db.Collection(collection).Find(ctx, bson.D{}, options.Find().SetBatchSize(mongoBatch))
		return err
	})
	if err != nil {
		return err
	}
	defer cursor.Close(context.WithoutCancel(ctx))
	for more := true; more; {
		if cursor.RemainingBatchLength() > 0 {
			more = cursor.Next(ctx)
		} else {
			err = s.soon(ctx, func(ctx context.Context) error {
				more = cursor.Next(ctx)
				return cursor.Err()
			})
		}
		if err == nil && more {
			err = do(cursor.Current)
		}
		if err != nil {
			return err
		}
	}
	return cursor.Err()
}

// find calls do with each document that the filter finds.
func (s *store) find(ctx context.Context, collection string, filter any, do func(doc bson.Raw) error, o ...options.Lister[options.FindOptions]) error {
	cursor, err := s.db.Collection(collection).Find(ctx, filter, o...)
	if err != nil {
		return err
	}
	for err == nil && cursor.Next(ctx) {
		err = do(cursor.Current)
	}
	cursor.Close(context.WithoutCancel(ctx))
	return cmp.Or(err, cursor.Err())
}

// unconverted lists the first values that have the old or the new form, or neither, and names that occur twice.
type unconverted struct {
	old, new, bad, twice []string
	late                 bool // a pass has still found such values in the end
}

// read returns the sums of the plan's collections while a run or an undo is under way.
func (r *runner) read(ctx context.Context) (map[string]mongoSum, unconverted, error) {
	var left unconverted
	sums, err := r.each(ctx, r.p, r.undo, func(c *mongoColumn, id, v bson.RawValue) (uuid.UUID, bool) {
		u, isOld, isNew := c.read(v)
		var list *[]string
		switch {
		case isOld && !isNew:
			list = &left.old
		case isNew && !isOld:
			list = &left.new
		case !isOld && v.Type != bson.TypeNull:
			list = &left.bad
		}
		if list != nil && len(*list) < migrate.ShownKeys {
			*list = append(*list, fmt.Sprintf("%s.%s of _id %s: %.80s", c.Table, c.Name, relaxed(id), relaxed(v)))
		}
		return u, isOld || isNew
	}, func(t *mongoTable, doc bson.Raw, _ bool) {
		if name := t.root.twice(doc, false); name != "" && len(left.twice) < migrate.ShownKeys {
			left.twice = append(left.twice, fmt.Sprintf("%s with _id %s: %s", t.Name, relaxed(doc.Lookup("_id")), name))
		}
		r.progress.Add(1)
	})
	return sums, left, err
}

// A mongoPath is a name in the paths of a collection's fields.
type mongoPath struct {
	inner map[string]*mongoPath
	field int // the index of the field that ends here, or -1
}

func newMongoPath(paths []string) *mongoPath {
	root := &mongoPath{map[string]*mongoPath{}, -1}
	for i, path := range paths {
		at := root
		for name := range strings.SplitSeq(path, ".") {
			if at.inner[name] == nil {
				at.inner[name] = &mongoPath{map[string]*mongoPath{}, -1}
			}
			at = at.inner[name]
		}
		at.field = i
	}
	return root
}

// first is a field at or below p.
func (p *mongoPath) first() int {
	least := p.field
	for _, inner := range p.inner {
		if n := inner.first(); least < 0 || n < least {
			least = n
		}
	}
	return least
}

// A visitor is called with each value of a field. It reports the UUID of one that has a known form.
type visitor func(field int, v bson.RawValue) (u uuid.UUID, ok bool)

// document writes what a document is but for the forms of its ids.
func (p *mongoPath) document(h hash.Hash, doc bson.Raw, visit visitor) error {
	elements, err := doc.Elements()
	if err != nil {
		return err
	}
	for _, e := range elements {
		fmt.Fprintf(h, "%q", e.Key())
		if inner := p.inner[e.Key()]; inner == nil {
			other(h, e.Value())
		} else if err := inner.value(h, e.Value(), visit, false); err != nil {
			return err
		}
	}
	h.Write([]byte{'.'})
	return nil
}

// twice returns a name that occurs twice in a document where an update would lose one of its values, or "". The server
// reads fields by their names: those of the paths, and all of a document that it makes again with another id in it.
func (p *mongoPath) twice(doc bson.Raw, all bool) string {
	elements, _ := doc.Elements()
	seen := map[string]bool{}
	for _, e := range elements {
		name := e.Key()
		inner := p.inner[name]
		if seen[name] {
			return name
		}
		seen[name] = all || inner != nil
		if inner == nil || inner.field >= 0 {
			continue
		}
		values := []bson.RawValue{e.Value()}
		if array, ok := e.Value().ArrayOK(); ok {
			values, _ = array.Values()
		}
		for _, v := range values {
			if below, ok := v.DocumentOK(); ok {
				if name := inner.twice(below, true); name != "" {
					return name
				}
			}
		}
	}
	return ""
}

func (p *mongoPath) value(h hash.Hash, v bson.RawValue, visit visitor, inArray bool) error {
	switch {
	case v.Type == bson.TypeArray && !inArray:
		h.Write([]byte{'['})
		values, err := bson.RawArray(v.Value).Values()
		for _, v := range values {
			if err == nil {
				err = p.value(h, v, visit, true)
			}
		}
		h.Write([]byte{']'})
		return err
	case v.Type == bson.TypeEmbeddedDocument && p.field < 0:
		h.Write([]byte{'{'})
		return p.document(h, v.Document(), visit)
	case v.Type == bson.TypeArray || p.field >= 0: // an array in an array is not converted
		if u, ok := visit(p.first(), v); ok {
			h.Write(append([]byte{'u'}, u[:]...))
			return nil
		}
	}
	other(h, v)
	return nil
}

func other(h hash.Hash, v bson.RawValue) {
	h.Write(binary.BigEndian.AppendUint64([]byte{'=', byte(v.Type)}, uint64(len(v.Value))))
	h.Write(v.Value)
}
