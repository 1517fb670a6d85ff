package mongo

import (
	"context"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/uuid"
)

// keptTable has a document for each field of a document with values that undo gives another
// form than the most of its field had.
const keptTable = "uuidkit_kept"

// A keptForm is the form that some ids of a field of a document had.
type keptForm struct {
	Column string `bson:"-"`
	Form   string `bson:"form"`
	IDs    bson.A `bson:"ids"` // in the new form
}

// A keptKey says where. D is the document's _id, in the new form if that is converted, too.
type keptKey struct {
	Migration string        `bson:"m"`
	Column    string        `bson:"c"`
	Document  bson.RawValue `bson:"d"`
}

// key is the _id of a document as uuidkit_kept has it.
func (t *mongoTable) key(id bson.RawValue) bson.RawValue {
	if c := t.id(); c != nil {
		if u, isOld, isNew := c.read(id); isOld || isNew {
			return c.new.value(u)
		}
	}
	return id
}

// keep writes down which values have another form than most. Nothing is converted yet; if a
// process was killed here, the next one does it again.
func (r *runner) keep(ctx context.Context, t *mongoTable) error {
	if !t.mixed() {
		return nil
	}
	if err := r.create(ctx, keptTable); err != nil {
		return err
	}
	var filters bson.A
	projection := d("_id", 1)
	for _, c := range t.columns {
		if len(c.Mixed) > 0 && c.Name != "_id" {
			projection = append(projection, bson.E{Key: c.Name, Value: 1})
		}
		for _, f := range c.olds[1:] {
			filters = append(filters, f.filter(c.Name))
		}
	}
	meter := migrate.NewMeter(r.progress, "keep the forms of "+t.Name, 0)
	var models []mongo.WriteModel
	bytes := 0 // of the documents with them, whose arrays can be long
	flush := func() error {
		if len(models) == 0 {
			return nil
		}
		err := r.transaction(ctx, func(ctx context.Context) error {
			_, err := r.db.Collection(keptTable).BulkWrite(ctx, models)
			return err
		})
		meter.Add(int64(len(models)))
		models, bytes = nil, 0
		return err
	}
	err := r.find(ctx, t.Name, d("$or", filters), func(doc bson.Raw) error {
		forms, err := t.oddForms(doc)
		if err != nil {
			return err
		}
		for field, list := range forms {
			key := keptKey{r.p.ID, t.Name + "." + t.columns[field].Name, cloned(t.key(doc.Lookup("_id")))}
			models = append(models, mongo.NewReplaceOneModel().SetFilter(d("_id", key)).SetReplacement(d("forms", list)).SetUpsert(true))
		}
		if bytes += len(doc); len(models) < mongoBatch && bytes < mongoBytes {
			return nil
		}
		return flush()
	}, options.Find().SetProjection(projection))
	if err == nil {
		err = flush()
	}
	if err == nil {
		meter.Done()
	}
	return err
}

// oddForms returns the ids of a document that have another form than most, by field.
func (t *mongoTable) oddForms(doc bson.Raw) (map[int][]keptForm, error) {
	odd := map[int][]keptForm{}
	_, err := t.document(discard{}, doc, func(field int, v bson.RawValue) (u uuid.UUID, ok bool) {
		c := &t.columns[field]
		for i, f := range c.olds {
			if u, ok = f.read(v); !ok {
				continue
			}
			if at := slices.IndexFunc(odd[field], func(k keptForm) bool { return k.Form == f.String() }); at >= 0 {
				odd[field][at].IDs = append(odd[field][at].IDs, c.new.value(u))
			} else if i > 0 {
				odd[field] = append(odd[field], keptForm{Form: f.String(), IDs: bson.A{c.new.value(u)}})
			}
			break
		}
		return u, true
	})
	return odd, err
}

// kept returns what keep has written of these documents, by their key.
func (r *runner) kept(ctx context.Context, t *mongoTable, ids bson.A) (map[string][]keptForm, error) {
	var keys bson.A
	for _, c := range t.columns {
		if len(c.Mixed) == 0 {
			continue
		}
		for _, id := range ids {
			keys = append(keys, keptKey{r.p.ID, t.Name + "." + c.Name, t.key(id.(bson.RawValue))})
		}
	}
	found := map[string][]keptForm{}
	err := r.find(ctx, keptTable, d("_id", d("$in", keys)), func(raw bson.Raw) error {
		var doc struct {
			ID    keptKey    `bson:"_id"`
			Forms []keptForm `bson:"forms"`
		}
		if err := bson.Unmarshal(raw, &doc); err != nil {
			return err
		}
		for _, f := range doc.Forms {
			f.Column = doc.ID.Column[len(t.Name)+1:]
			key := doc.ID.Document.String()
			found[key] = append(found[key], f)
		}
		return nil
	})
	return found, err
}

// form returns the form that undo gives an _id.
func (c *mongoColumn) form(kept []keptForm) mongoForm {
	i := slices.IndexFunc(kept, func(k keptForm) bool { return k.Column == c.Name })
	if i < 0 {
		return c.olds[0]
	}
	return parseMongoForm(kept[i].Form)
}

// forgetKept deletes what a migration has kept.
func (s *store) forgetKept(ctx context.Context, id string) error {
	c := s.db.Collection(keptTable)
	if _, err := c.DeleteMany(ctx, d("_id.m", id)); err != nil {
		return err
	}
	if n, err := c.CountDocuments(ctx, bson.D{}, options.Count().SetLimit(1)); err != nil || n > 0 {
		return err
	}
	return s.drop(ctx, keptTable)
}
