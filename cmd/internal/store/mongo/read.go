package mongo

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

const (
	batch  = 1000
	sorted = 20 // For a $sample of one in so many documents, or of more, the server sorts all of them.
)

// Read visits documents: those of $sample, the first of a view, or all.
func (d *db) Read(ctx context.Context, t *store.Table, limit int, visit func(store.Row) error) error {
	ctx, cancel := d.options.Limit(ctx)
	defer cancel()
	visit = store.Until(ctx, visit)
	c := d.client.Database(t.Schema).Collection(t.Name)
	switch {
	case limit > 0 && t.Rows > int64(limit) && t.Rows <= sorted*int64(limit):
		ids, err := few(ctx, c, limit)
		if err != nil {
			return d.failed(ctx, err)
		}
		for in := range slices.Chunk(ids, batch) { // A message has at most 48 MB.
			cursor, err := c.Find(ctx, bson.D{{Key: "_id", Value: bson.D{{Key: "$in", Value: in}}}}, options.Find().SetBatchSize(batch))
			if err := d.each(ctx, cursor, err, visit); err != nil {
				return err
			}
		}
		return nil
	case limit > 0 && !t.View && (t.Rows < 0 || t.Rows > int64(limit)):
		cursor, err := c.Aggregate(ctx, bson.A{sample(limit)}, options.Aggregate().SetBatchSize(batch))
		return d.each(ctx, cursor, err, visit)
	}
	cursor, err := c.Find(ctx, bson.D{}, options.Find().SetBatchSize(batch).SetLimit(int64(limit)))
	return d.each(ctx, cursor, err, visit)
}

// each visits the documents of a cursor, if there is no error.
func (d *db) each(ctx context.Context, cursor *mongo.Cursor, err error, visit func(store.Row) error) error {
	if err != nil {
		return d.failed(ctx, err)
	}
	defer cursor.Close(context.WithoutCancel(ctx))
	var r row
	for cursor.Next(ctx) {
		if err := r.read(cursor.Current); err != nil {
			return err
		}
		if err := visit(store.Row{Cells: r.cells, Nulls: r.nulls, Key: r.key}); err != nil {
			return err
		}
	}
	if err := cursor.Err(); err != nil {
		return d.failed(ctx, err)
	}
	return nil
}

func sample(size int) bson.D {
	return bson.D{{Key: "$sample", Value: bson.D{{Key: "size", Value: size}}}}
}

// few returns the _ids of a sample that the server sorts for, which it does in memory and fails beyond 100 MB, or writes files: it
// sorts the _ids alone.
func few(ctx context.Context, c *mongo.Collection, size int) (bson.A, error) {
	ids := bson.D{{Key: "$project", Value: bson.D{{Key: "_id", Value: 1}}}}
	cursor, err := c.Aggregate(ctx, bson.A{ids, sample(size)}, options.Aggregate().SetBatchSize(batch).SetAllowDiskUse(false))
	if err != nil {
		return nil, err
	}
	var documents []struct {
		ID bson.RawValue `bson:"_id"`
	}
	if err := cursor.All(ctx, &documents); err != nil {
		return nil, err
	}
	in := make(bson.A, len(documents))
	for i, x := range documents {
		in[i] = x.ID
	}
	return in, nil
}

func (d *db) failed(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	if mongo.IsTimeout(err) && d.options.Timeout > 0 {
		return fmt.Errorf("no answer within %v", d.options.Timeout)
	}
	return d.clean(err)
}

// A row is one document.
type row struct {
	document bson.Raw
	cells    []store.Cell
	nulls    []string
	column   string
}

func (r *row) read(document bson.Raw) error {
	r.document, r.cells, r.nulls = document, r.cells[:0], r.nulls[:0]
	elements, err := document.Elements()
	if err != nil {
		return err
	}
	for _, e := range elements {
		if r.column = ""; store.Member("", []byte(e.Key()), r.emit) == ".*" { // the document is a map
			r.value("*", e.Value())
			continue
		}
		r.column = e.Key()
		r.value("", e.Value())
	}
	return nil
}

func (r *row) emit(path string, v layout.Value) {
	r.cells = append(r.cells, store.Cell{Column: r.column, Path: path, Value: v})
}

// value emits what may be a UUID: text and binary, in documents and arrays of any
// depth. A DBRef is a document of $ref and $id.
func (r *row) value(path string, v bson.RawValue) {
	switch v.Type {
	case bson.TypeNull:
		r.nulls = append(r.nulls, r.column+path)
	case bson.TypeString:
		store.Text(path, []byte(v.StringValue()), func(p string, v layout.Value) {
			r.emit(p, v)
			r.cells[len(r.cells)-1].JSON = p != path
		})
	case bson.TypeSymbol:
		r.emit(path, layout.Value{Data: []byte(v.Symbol())})
	case bson.TypeBinary:
		subtype, b := v.Binary()
		r.emit(path, layout.Value{Kind: layout.KindBytes, Data: b[:min(len(b), 65)], Subtype: subtype})
	case bson.TypeEmbeddedDocument:
		elements, _ := v.Document().Elements()
		for _, e := range elements {
			r.value(store.Member(path, []byte(e.Key()), r.emit), e.Value())
		}
	case bson.TypeArray:
		values, _ := v.Array().Values()
		for _, e := range values {
			r.value(path+"[]", e)
		}
	}
}

// key writes the _id as mongosh takes it.
func (r *row) key() string {
	id, err := r.document.LookupErr("_id")
	if err != nil {
		return ""
	}
	switch id.Type {
	case bson.TypeString:
		return store.Key([]string{"_id"}, []any{id.StringValue()})
	case bson.TypeObjectID:
		return fmt.Sprintf("_id=ObjectId('%s')", id.ObjectID().Hex())
	case bson.TypeBinary:
		subtype, b := id.Binary()
		if subtype == 4 && len(b) == 16 {
			return fmt.Sprintf("_id=UUID('%x-%x-%x-%x-%x')", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
		}
		return fmt.Sprintf("_id=HexData(%d, '%s')", subtype, hex.EncodeToString(b[:min(len(b), 32)]))
	}
	return "_id=" + store.Printable(id.String(), 64)
}

// Count returns how many of the values are in a field.
func (d *db) Count(ctx context.Context, t *store.Table, field string, values []layout.Value) (int, error) {
	ctx, cancel := d.options.Limit(ctx)
	defer cancel()
	c := d.client.Database(t.Schema).Collection(t.Name)
	total := 0
	for chunk := range slices.Chunk(values, 500) {
		in := make(bson.A, len(chunk))
		for i, v := range chunk {
			if in[i] = any(string(v.Data)); v.Kind != layout.KindText {
				in[i] = bson.Binary{Subtype: v.Subtype, Data: v.Data}
			}
		}
		cursor, err := c.Aggregate(ctx, counting(field, in))
		if err != nil {
			return total, d.failed(ctx, err)
		}
		var found []struct {
			N int `bson:"n"`
		}
		if err := cursor.All(ctx, &found); err != nil {
			return total, d.failed(ctx, err)
		}
		for _, f := range found {
			total += f.N
		}
	}
	return total, nil
}

// counting counts the values in the field of the documents that have one of them.
func counting(field string, in bson.A) bson.A {
	match := func(name string) bson.D {
		return bson.D{{Key: "$match", Value: bson.D{{Key: name, Value: bson.D{{Key: "$in", Value: in}}}}}}
	}
	pipeline := bson.A{match(field), bson.D{{Key: "$project", Value: bson.D{{Key: "v", Value: "$" + field}}}}}
	// Each name of the path can be an array, and then the field is an array of the values, or of arrays.
	for range strings.Count(field, ".") + 1 {
		pipeline = append(pipeline, bson.D{{Key: "$unwind", Value: "$v"}})
	}
	return append(pipeline, match("v"), bson.D{{Key: "$group", Value: bson.D{{Key: "_id", Value: "$v"}}}},
		bson.D{{Key: "$count", Value: "n"}})
}
