package mongo

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver/xoptions"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/uuid"
)

// movingTable has the documents that a process moves now, on a server without transactions.
const movingTable = "uuidkit_moving"

// A mover replaces a document by another: with another _id, or in another collection. It
// is a document of uuidkit_moving.
type mover struct {
	ID struct {
		From string        `bson:"c"`
		ID   bson.RawValue `bson:"d"`
	} `bson:"_id"`
	To       string   `bson:"to"`
	Document bson.Raw `bson:"document"`
}

// moveAll gives documents their new _id, or in undo the old one, and sets bad ones aside.
func (r *runner) moveAll(ctx context.Context, t *mongoTable) (changed bool, err error) {
	id := t.id()
	if id == nil && !r.aside() {
		return false, nil
	}
	filter, projection := bson.D{}, d("_id", 1)
	var want func(bson.Raw) (bool, error)
	if r.aside() {
		for _, c := range t.columns {
			if c.Name != "_id" {
				projection = append(projection, bson.E{Key: c.Name, Value: 1})
			}
		}
		want = func(doc bson.Raw) (bool, error) {
			bad, err := r.bad(t, doc)
			if id == nil {
				return bad, err
			}
			_, isOld, isNew := id.read(doc.Lookup("_id"))
			return bad || isOld && !isNew, err
		}
	} else if filters := id.filters(r.undo); filters != nil {
		filter = d("$or", filters)
	} else {
		return false, nil
	}
	return r.batches(ctx, t, filter, d("_id", 1), projection, want, mongoSmall, func(ctx context.Context, ids bson.A) (n int, err error) {
		var kept map[string][]keptForm
		if r.undo && t.mixed() {
			if kept, err = r.kept(ctx, t, ids); err != nil {
				return 0, err
			}
		}
		err = r.transaction(ctx, limitConflicts(len(ids), func(ctx context.Context) error {
			docs, err := r.documents(ctx, t.Name, d("_id", d("$in", ids)))
			if err != nil {
				return err
			}
			var moves []mover
			for _, doc := range docs {
				if moves, err = r.addMove(moves, t, doc, kept); err != nil {
					return err
				}
			}
			n = len(moves)
			return r.move(ctx, moves)
		}))
		return n, err
	})
}

// aside reports whether bad documents are set aside.
func (r *runner) aside() bool { return !r.undo && r.p.BadRows != "" }

// bad reports whether a document has a value that no form can read. A UUID in a form that the plan has not found
// is none: verify names it.
func (r *runner) bad(t *mongoTable, doc bson.Raw) (bool, error) {
	return t.document(discard{}, doc, func(_ int, v bson.RawValue) (uuid.UUID, bool) {
		_, u, ok := findForm(v, r.p.Bytes)
		return u, ok
	})
}

// addMove adds what becomes of a document, unless it stays.
func (r *runner) addMove(moves []mover, t *mongoTable, doc bson.Raw, kept map[string][]keptForm) ([]mover, error) {
	bad, err := r.bad(t, doc)
	if err != nil {
		return nil, err
	}
	move := mover{To: t.Name}
	move.ID.From, move.ID.ID = t.Name, doc.Lookup("_id")
	if bad && r.aside() {
		if len(doc)+r.room(r.p, t, move.ID.ID, bad) > maxDocument {
			return nil, errTooLarge
		}
		move.To = r.p.BadRows
		move.Document, err = bson.Marshal(bson.D{{Key: "_id", Value: move.ID}, {Key: "collection", Value: t.Name}, {Key: "document", Value: doc}})
		return append(moves, move), err
	}
	id := t.id()
	if id == nil {
		return moves, nil
	}
	to := id.new
	if r.undo {
		to = id.form(kept[t.key(move.ID.ID).String()])
	}
	u, isOld, isNew := id.read(move.ID.ID)
	if _, is := to.read(move.ID.ID); is || r.undo && !isNew || !r.undo && !isOld {
		return moves, nil
	}
	move.Document, err = withID(doc, to.value(u))
	if err == nil && len(move.Document)+r.room(r.p, t, move.ID.ID, false) > maxDocument {
		err = errTooLarge
	}
	return append(moves, move), err
}

// move replaces documents. Delete comes first, for the sake of unique indexes.
func (r *runner) move(ctx context.Context, moves []mover) error {
	if len(moves) == 0 {
		return nil
	}
	if !r.transactions {
		for _, m := range moves {
			if err := r.free(ctx, m); err != nil {
				return err
			}
		}
		if _, err := r.db.Collection(movingTable).InsertMany(ctx, moves); err != nil {
			return err
		}
		return r.settle(ctx)
	}
	from := map[string]bson.A{}
	to := map[string][]bson.Raw{}
	for _, m := range moves {
		from[m.ID.From] = append(from[m.ID.From], m.ID.ID)
		to[m.To] = append(to[m.To], m.Document)
	}
	for name, ids := range from {
		if _, err := r.db.Collection(name).DeleteMany(ctx, d("_id", d("$in", ids))); err != nil {
			return err
		}
	}
	for name, docs := range to {
		if err := r.insert(ctx, name, docs); err != nil {
			return err
		}
		var ids bson.A
		for _, doc := range docs {
			ids = append(ids, doc.Lookup("_id"))
		}
		after, err := r.documents(ctx, name, d("_id", d("$in", ids)))
		if err != nil {
			return err
		}
		if len(after) != len(docs) || slices.ContainsFunc(docs, func(doc bson.Raw) bool {
			return !slices.ContainsFunc(after, func(a bson.Raw) bool { return bytes.Equal(a, doc) })
		}) {
			return migrate.Errorf(migrate.CodeDiffers, "migrate: the server has changed documents of %s when it wrote them: none of these was changed", name)
		}
	}
	return nil
}

// insert inserts documents as they are. The server would give an empty Timestamp the time of now. Its option against that
// came with a patch of MongoDB 8.0: so others do not get it, and an older server returns an error if it gets it.
func (s *store) insert(ctx context.Context, collection string, docs []bson.Raw) error {
	o := options.InsertMany().SetOrdered(s.transactions)
	if slices.ContainsFunc(docs, func(doc bson.Raw) bool {
		values, _ := doc.Values()
		return slices.ContainsFunc(values, func(v bson.RawValue) bool {
			t, i, is := v.TimestampOK()
			return is && t == 0 && i == 0
		})
	}) {
		if err := xoptions.SetInternalInsertManyOptions(o, "addCommandFields", d("bypassEmptyTsReplacement", true)); err != nil {
			return err
		}
	}
	_, err := s.db.Collection(collection).InsertMany(ctx, docs, o)
	return err
}

// free returns an error if there is another document where one shall go.
func (r *runner) free(ctx context.Context, m mover) error {
	there, err := r.documents(ctx, m.To, d("_id", m.Document.Lookup("_id")))
	if err == nil && len(there) > 0 && !bytes.Equal(there[0], m.Document) {
		err = migrate.Errorf(migrate.CodeDiffers, "migrate: %s has a document of _id %s, which that of _id %s would get: merge or delete one of them",
			m.To, relaxed(m.Document.Lookup("_id")), relaxed(m.ID.ID))
	}
	return err
}

// settle ends the moves of uuidkit_moving: each document is there, and so in no danger if a
// process is killed between delete and insert. A server that has transactions may have had none
// then.
func (r *runner) settle(ctx context.Context) error {
	moving := r.db.Collection(movingTable)
	n := 0
	err := r.find(ctx, movingTable, bson.D{}, func(raw bson.Raw) error {
		var m mover
		if err := bson.Unmarshal(raw, &m); err != nil {
			return err
		}
		n++
		return r.transaction(ctx, func(ctx context.Context) error {
			if err := r.unwritten(ctx, m); err != nil {
				return err
			}
			if _, err := r.db.Collection(m.ID.From).DeleteOne(ctx, d("_id", m.ID.ID)); err != nil {
				return err
			}
			there, err := r.documents(ctx, m.To, d("_id", m.Document.Lookup("_id")))
			switch {
			case err != nil:
				return err
			case len(there) == 0:
				if err := r.insert(ctx, m.To, []bson.Raw{m.Document}); err != nil {
					return err
				}
			case !bytes.Equal(there[0], m.Document):
				return migrate.Errorf(migrate.CodeConflict, "migrate: %s already has a document with _id %s, where the one in collection %s belongs: delete one of the two, and give the command again",
					m.To, relaxed(there[0].Lookup("_id")), movingTable)
			}
			_, err = moving.DeleteOne(ctx, d("_id", m.ID))
			return err
		})
	})
	if err == nil && n == 0 {
		err = r.drop(ctx, movingTable)
	}
	return err
}

// unwritten returns an error if the application has written a document since a process that was
// killed wanted to move it.
func (r *runner) unwritten(ctx context.Context, m mover) (err error) {
	was := m.Document
	if m.To == r.p.BadRows {
		was = was.Lookup("document").Document()
	} else if was, err = withID(was, m.ID.ID); err != nil {
		return err
	}
	is, err := r.documents(ctx, m.ID.From, d("_id", m.ID.ID))
	if err == nil && len(is) > 0 && !bytes.Equal(is[0], was) {
		err = migrate.Errorf(migrate.CodeConflict, "migrate: the application changed the document of %s with _id %s, and collection %s has the version before: delete one of the two, and give the command again",
			m.ID.From, relaxed(m.ID.ID), movingTable)
	}
	return err
}

// Expressions for the collection of bad documents, into which users write notes: a document has another one in it, and
// has no more names than run has given it.
var (
	hasDocument = d("$eq", bson.A{d("$type", "$document"), "object"})
	asMade      = d("$and", bson.A{hasDocument, d("$eq", bson.A{d("$size", d("$objectToArray", "$$ROOT")), 3})})
)

// inAside finds those documents of the collection of bad ones that come from these of the plan.
func inAside(tables ...migrate.Table) bson.D {
	var names bson.A
	for _, t := range tables {
		names = append(names, t.Name)
	}
	return d("collection", d("$in", names))
}

// edited refuses an undo that would lose what somebody has written into the collection of bad documents. Those that
// name no collection of the plan stay there.
func (r *runner) edited(ctx context.Context, refuse func(kind migrate.Kind, object, reason, manual string)) error {
	if r.p.BadRows == "" {
		return nil
	}
	only := func(expression any) bson.D {
		return append(inAside(r.p.Tables...), bson.E{Key: "$expr", Value: expression})
	}
	docs, err := r.documents(ctx, r.p.BadRows, only(d("$not", bson.A{asMade})), options.Find().SetProjection(d("_id", 1)).SetLimit(migrate.ShownKeys))
	if err != nil || docs == nil {
		return err
	}
	var ids []string
	for _, doc := range docs {
		ids = append(ids, relaxed(doc.Lookup("_id")))
	}
	project := bson.A{d("$project", bson.D{{Key: "collection", Value: 1}, {Key: "document", Value: 1}})}
	refuse(migrate.KindBadRows, r.p.BadRows, "undo puts the field document of each document back, and would lose what else is in those of _id "+strings.Join(ids, ", "),
		"keep what you need of it; take it away: "+runCommand(bson.D{{Key: "update", Value: r.p.BadRows}, {Key: "updates", Value: bson.A{bson.D{{Key: "q", Value: only(hasDocument)}, {Key: "u", Value: project}, {Key: "multi", Value: true}}}}})+
			"; and delete those that have no document in that field")
	return nil
}

// putBack puts the bad documents where they were.
func (r *runner) putBack(ctx context.Context) error {
	aside := r.db.Collection(r.p.BadRows)
	for _, t := range r.p.Tables {
		meter := migrate.NewMeter(r.progress, "put back "+t.Name, 0)
		made := append(inAside(t), bson.E{Key: "$expr", Value: asMade})
		var ids bson.A
		var bytes int
		flush := func() error {
			err := r.putBackSome(ctx, t.Name, append(d("_id", d("$in", ids)), made...))
			meter.Add(int64(len(ids)))
			ids, bytes = nil, 0
			return err
		}
		err := r.find(ctx, r.p.BadRows, made, func(doc bson.Raw) error {
			ids, bytes = append(ids, cloned(doc.Lookup("_id"))), bytes+len(doc)
			if len(ids) < mongoSmall && bytes < mongoBytes {
				return nil
			}
			return flush()
		})
		if err == nil && ids != nil {
			err = flush()
		}
		if err != nil {
			return err
		}
		if meter.Did > 0 {
			meter.Done()
		}
	}
	// Edited says next time what to do with those that are not as run has made them; an idle undo does not ask it.
	n, err := aside.CountDocuments(ctx, inAside(r.p.Tables...))
	if err == nil && n > 0 && !r.idle {
		err = migrate.Errorf(migrate.CodeConflict, "migrate: somebody has written into %s while undo put its documents back, and %d are left: give the same command again", r.p.BadRows, n)
	}
	if err != nil {
		return err
	}
	if n, err := aside.CountDocuments(ctx, bson.D{}); err != nil || n > 0 {
		return err
	}
	return r.drop(ctx, r.p.BadRows)
}

// putBackSome puts the documents of the collection of bad ones back that the filter finds. It reads them in its transaction:
// somebody can have corrected one since putBack has found it.
func (r *runner) putBackSome(ctx context.Context, collection string, filter bson.D) error {
	err := r.transaction(ctx, func(ctx context.Context) error {
		list, err := r.documents(ctx, r.p.BadRows, filter)
		if err != nil || list == nil {
			return err
		}
		var docs []bson.Raw
		var ids bson.A
		for _, raw := range list {
			docs = append(docs, raw.Lookup("document").Document())
			ids = append(ids, raw.Lookup("_id"))
		}
		err = r.insert(ctx, collection, docs)
		if mongo.IsDuplicateKeyError(err) && !r.transactions {
			for _, doc := range docs { // a process was killed between insert and delete
				there, e := r.documents(ctx, collection, d("_id", doc.Lookup("_id")))
				if e != nil || len(there) != 1 || !bytes.Equal(there[0], doc) {
					return err
				}
			}
		} else if err != nil {
			return err
		}
		_, err = r.db.Collection(r.p.BadRows).DeleteMany(ctx, d("_id", d("$in", ids)))
		return err
	})
	if mongo.IsDuplicateKeyError(err) {
		err = migrate.Errorf(migrate.CodeDiffers, "migrate: a document of %s cannot be put back, as there is another one with its key: %w", r.p.BadRows, err)
	}
	return err
}

// documents returns copies of those that the filter finds.
func (s *store) documents(ctx context.Context, collection string, filter any, o ...options.Lister[options.FindOptions]) (docs []bson.Raw, err error) {
	err = s.find(ctx, collection, filter, func(doc bson.Raw) error {
		docs = append(docs, slices.Clone(doc))
		return nil
	}, o...)
	return docs, err
}

// create makes a collection, unless it is there.
func (s *store) create(ctx context.Context, name string) error {
	err := s.db.CreateCollection(ctx, name)
	if e := (mongo.CommandError{}); errors.As(err, &e) && e.Name == "NamespaceExists" {
		return nil
	}
	return err
}

// cloned is a value that stays when its document goes.
func cloned(v bson.RawValue) bson.RawValue {
	return bson.RawValue{Type: v.Type, Value: slices.Clone(v.Value)}
}

// withID returns a document with another _id, which the server writes first.
func withID(doc bson.Raw, id bson.RawValue) (bson.Raw, error) {
	first, err := doc.IndexErr(0)
	if err != nil {
		return nil, err
	}
	if first.Key() != "_id" {
		return nil, errors.New("a document does not begin with its _id")
	}
	b := append(make([]byte, 4, len(doc)+40), byte(id.Type))
	b = append(b, "_id\x00"...)
	b = append(append(b, id.Value...), doc[4+len(first):]...)
	binary.LittleEndian.PutUint32(b, uint32(len(b)))
	return b, nil
}
