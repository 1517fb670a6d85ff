package migrate

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"go.mongodb.org/mongo-driver/v2/mongo/writeconcern"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/proxy"
	"github.com/uuidkit/uuidkit/integration/stores/server"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// mongoSubject is a MongoDB that is migrated. The keys of users and orders are _id.
type mongoSubject struct {
	*own
	client_  *mongo.Client
	db       *mongo.Database
	app      string
	through  string
	how      []string
	isNative atomic.Bool // the application writes the new form

	indexes, odd [4][]string // of each table, as they were planted; no writer touches the documents in upper case
}

func newMongoSubject(t *testing.T, online bool) *mongoSubject {
	return newMongoSubjectIn(t, online, "")
}

// newMongoSubjectIn has the server's data in dir.
func newMongoSubjectIn(t *testing.T, online bool, dir string) *mongoSubject {
	s := &mongoSubject{own: newOwn(t, server.Mongo, dir)}
	if online {
		s.how = []string{"--online"}
	}
	u := kit.Must(url.Parse(s.server.URL()))(t)
	s.app = "mongodb://" + u.Host + "/?directConnection=true"
	s.proxy = proxy.New(t, u.Host, nil)
	s.through = "mongodb://" + s.proxy.Addr().String() + "/faults?directConnection=true&appName=faults" // by which bury and endSessions find it
	s.client_ = s.connect(t)
	s.db = s.client_.Database("faults")
	for _, i := range []struct{ collection, field, more string }{{"users", "email", ""}, {"teams", "tenant", "id"}, {"members", "user_id", "team"}} {
		key := bson.D{{Key: i.field, Value: 1}}
		if i.more != "" { // with another field, an index over several forms must not be unique
			key = append(key, bson.E{Key: i.more, Value: 1})
		}
		kit.Must(s.db.Collection(i.collection).Indexes().CreateOne(t.Context(), mongo.IndexModel{Keys: key, Options: options.Index().SetUnique(i.more == "")}))(t)
	}
	s.impatient(t)
	return s
}

func (s *mongoSubject) connect(t testing.TB) *mongo.Client {
	reg := bson.NewRegistry()
	kit.Check(t, bsonx.Register[uuids.UUID](reg))
	journal := true
	o := options.Client().ApplyURI(s.app).SetRegistry(reg).SetWriteConcern(&writeconcern.WriteConcern{W: "majority", Journal: &journal}).SetRetryWrites(false)
	c := kit.Must(mongo.Connect(o))(t)
	t.Cleanup(func() { c.Disconnect(context.Background()) })
	return c
}

// impatient has the server end the transaction of a killed process sooner than after a minute.
func (s *mongoSubject) impatient(t testing.TB) {
	kit.Check(t, s.client_.Database("admin").RunCommand(t.Context(), bson.D{{Key: "setParameter", Value: 1}, {Key: "transactionLifetimeLimitSeconds", Value: 3}}).Err())
}

func (s *mongoSubject) address() string { return s.through }
func (s *mongoSubject) mixed() bool     { return true }
func (s *mongoSubject) writes(new bool) { s.isNative.Store(new) }

// flags: an _id goes back to text only while the application is stopped.
func (s *mongoSubject) flags(new bool) []string {
	if new {
		return s.how
	}
	return nil
}

func (s *mongoSubject) busy(new bool) bool { return s.flags(new) != nil }

// field is the name of a column in the documents.
func field(table int, column string) string {
	if column == "id" && table != teams {
		return "_id"
	}
	return column
}

func (s *mongoSubject) columns() (list []string) {
	for i, table := range tables {
		for _, c := range table.columns {
			if isID(c) {
				list = append(list, table.name+"."+field(i, c))
			}
		}
	}
	return list
}

func document(table int, r row, form func(uuids.UUID) any) (doc bson.D) {
	for i, v := range r {
		if id, ok := v.(uuids.UUID); ok {
			v = form(id)
		}
		doc = append(doc, bson.E{Key: field(table, tables[table].columns[i]), Value: v})
	}
	return doc
}

func (s *mongoSubject) insert(t testing.TB, table int, rows []row, spell func(uuids.UUID) string) {
	var docs []bson.D
	for _, r := range rows {
		docs = append(docs, document(table, r, func(id uuids.UUID) any { return spell(id) }))
	}
	insertMongo(t, s.db.Collection(tables[table].name), docs)
}

func (s *mongoSubject) update(t testing.TB, table int, key uuids.UUID, column string, value uuids.UUID) {
	kit.Must(s.db.Collection(tables[table].name).UpdateByID(t.Context(), key.String(), bson.D{{Key: "$set", Value: bson.D{{Key: column, Value: value.String()}}}}))(t)
}

func (s *mongoSubject) planted(t testing.TB) {
	for i := range tables {
		s.indexes[i], s.odd[i] = s.indexesOf(t, i), s.oddOf(t, i)
		if s.odd[i] == nil {
			t.Fatalf("%s has no document in upper case", tables[i].name)
		}
	}
}

func (s *mongoSubject) indexesOf(t testing.TB, table int) (list []string) {
	cursor := kit.Must(s.db.Collection(tables[table].name).Indexes().List(t.Context()))(t)
	for cursor.Next(t.Context()) {
		list = append(list, cursor.Current.String())
	}
	kit.Check(t, cursor.Err())
	slices.Sort(list)
	return list
}

func (s *mongoSubject) oddOf(t testing.TB, table int) (list []string) {
	upper := bson.D{{Key: field(table, tables[table].columns[0]), Value: bson.Regex{Pattern: "[A-F]"}}}
	cursor := kit.Must(s.db.Collection(tables[table].name).Find(t.Context(), upper, options.Find().SetSort(bson.D{{Key: "_id", Value: 1}})))(t)
	for cursor.Next(t.Context()) {
		list = append(list, cursor.Current.String())
	}
	kit.Check(t, cursor.Err())
	return list
}

func (s *mongoSubject) stored(t testing.TB) (all [][]row) {
	for i, table := range tables {
		cursor := kit.Must(s.db.Collection(table.name).Find(t.Context(), bson.D{}))(t)
		var rows []row
		for cursor.Next(t.Context()) {
			var r row
			for _, c := range table.columns {
				v := cursor.Current.Lookup(field(i, c))
				switch {
				case v.Type == bson.TypeNull:
					r = append(r, nil)
				case v.Type == bson.TypeString && isID(c):
					r = append(r, kit.Must(uuids.Parse(v.StringValue()))(t))
				case v.Type == bson.TypeString:
					r = append(r, v.StringValue())
				case v.Type == bson.TypeBinary:
					subtype, data := v.Binary()
					if subtype != 4 || len(data) != 16 {
						t.Errorf("%s.%s: subtype %d, %x", table.name, c, subtype, data)
					}
					r = append(r, uuids.UUID(data))
				default:
					r = append(r, v.AsInt64())
				}
			}
			rows = append(rows, r)
		}
		kit.Check(t, cursor.Err())
		all = append(all, rows)
	}
	return all
}

// others counts the values of a field that have not the new form, in the server.
func (s *mongoSubject) others(t testing.TB, table int, column string) int64 {
	name := field(table, column)
	form := bson.D{{Key: "$gte", Value: native(uuids.Nil())}, {Key: "$lte", Value: native(uuids.Max())}}
	filter := bson.D{{Key: "$nor", Value: bson.A{bson.D{{Key: name, Value: form}}, bson.D{{Key: name, Value: nil}}}}}
	return kit.Must(s.db.Collection(tables[table].name).CountDocuments(t.Context(), filter))(t)
}

func (s *mongoSubject) isNew(t testing.TB) bool { return s.others(t, users, "id") == 0 }

func (s *mongoSubject) check(t testing.TB, what string, complete bool) {
	t.Helper()
	if !complete {
		return
	}
	isNew := s.isNew(t)
	for i, table := range tables {
		same(t, what+": indexes of "+table.name, s.indexesOf(t, i), s.indexes[i])
		if !isNew { // undo gives each value the form that it had, of which the application has written both
			same(t, what+": documents of "+table.name+" in upper case", s.oddOf(t, i), s.odd[i])
			continue
		}
		for _, c := range table.columns {
			if isID(c) {
				if n := s.others(t, i, c); n > 0 {
					t.Errorf("%s: %s.%s: %d values are not in the form of the others", what, table.name, c, n)
				}
			}
		}
	}
}

func (s *mongoSubject) remains(t testing.TB) (list []string) {
	for _, name := range kit.Must(s.db.ListCollectionNames(t.Context(), bson.D{}))(t) {
		if name == "uuidkit_migration" && kit.Must(s.db.Collection(name).CountDocuments(t.Context(), bson.D{{Key: "state", Value: bson.D{{Key: "$exists", Value: true}}}}))(t) == 0 {
			continue // killed before it wrote anything: its lock expires
		}
		if strings.HasPrefix(name, "uuidkit") {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

func (s *mongoSubject) idle(t testing.TB, _ []int) { bury(t, s.db) }

// endSessions has the server kill what the command does, and returns how many statements. A transaction between two
// statements has no opid.
func (s *mongoSubject) endSessions(t testing.TB, _ []int) int {
	admin := s.client_.Database("admin")
	cursor, err := admin.Aggregate(t.Context(), bson.A{bson.D{{Key: "$currentOp", Value: bson.D{}}}, bson.D{{Key: "$match", Value: bson.D{{Key: "appName", Value: s.db.Name()}, {Key: "opid", Value: bson.D{{Key: "$exists", Value: true}}}}}}})
	var list []struct {
		ID any `bson:"opid"`
	}
	if err == nil {
		err = cursor.All(t.Context(), &list)
	}
	for _, op := range list {
		err = errors.Join(err, admin.RunCommand(t.Context(), bson.D{{Key: "killOp", Value: 1}, {Key: "op", Value: op.ID}}).Err())
	}
	if err != nil {
		t.Error(err)
	}
	return len(list)
}

func (s *mongoSubject) crash(t testing.TB) {
	s.own.crash(t)
	s.impatient(t)
}

func (s *mongoSubject) client(t testing.TB, _ int) client {
	c := s.connect(t)
	return &mongoClient{s, c, c.Database("faults")}
}

// A mongoClient looks for all forms, and writes the one that its subject says. It never writes upper case, but undo may:
// undo gives what the client wrote since run began the form that most values had then.
type mongoClient struct {
	*mongoSubject
	client *mongo.Client
	db     *mongo.Database
}

func (c *mongoClient) ask(context.Context) error { return nil }

func (c *mongoClient) form(id uuids.UUID) any {
	if c.isNative.Load() {
		return id
	}
	return id.String()
}

func (c *mongoClient) filter(table int, key []any) (filter bson.D) {
	for i, v := range key {
		id := v.(uuids.UUID)
		filter = append(filter, bson.E{Key: field(table, tables[table].columns[i]), Value: bson.D{{Key: "$in", Value: bson.A{id, id.String(), strings.ToUpper(id.String())}}}})
	}
	return filter
}

func (c *mongoClient) do(ctx context.Context, list []statement) error {
	if len(list) == 1 && (list[0].old == nil || list[0].new == nil || cellOf(list[0].table, list[0].old) == cellOf(list[0].table, list[0].new)) {
		return c.one(ctx, list[0])
	}
	return c.client.UseSession(ctx, func(ctx context.Context) error {
		session := mongo.SessionFromContext(ctx)
		if err := session.StartTransaction(); err != nil {
			return err
		}
		for _, s := range list {
			if err := c.one(ctx, s); err != nil {
				session.AbortTransaction(context.WithoutCancel(ctx))
				return err
			}
		}
		return session.CommitTransaction(ctx)
	})
}

func (c *mongoClient) one(ctx context.Context, s statement) error {
	coll := c.db.Collection(tables[s.table].name)
	key := tables[s.table].key
	if s.old != nil && (s.new == nil || cellOf(s.table, s.old) != cellOf(s.table, s.new)) {
		r, err := coll.DeleteOne(ctx, c.filter(s.table, s.old[:key]))
		if err != nil {
			return err
		}
		if r.DeletedCount != 1 {
			return errNone
		}
		s.old = nil
	}
	switch {
	case s.new == nil:
		return nil
	case s.old == nil:
		_, err := coll.InsertOne(ctx, document(s.table, s.new, c.form))
		return err
	}
	set := slices.DeleteFunc(document(s.table, s.new, c.form), func(e bson.E) bool { return e.Key == "_id" })
	r, err := coll.UpdateOne(ctx, c.filter(s.table, s.old[:key]), bson.D{{Key: "$set", Value: set}})
	if err == nil && r.MatchedCount != 1 {
		err = errNone
	}
	return err
}

func (c *mongoClient) find(ctx context.Context, table int, key row) (row, error) {
	raw, err := c.db.Collection(tables[table].name).FindOne(ctx, c.filter(table, key)).Raw()
	if errors.Is(err, mongo.ErrNoDocuments) {
		return nil, errNone
	}
	if err != nil {
		return nil, err
	}
	var r row
	for _, name := range tables[table].columns {
		v := raw.Lookup(field(table, name))
		switch {
		case v.Type == bson.TypeNull:
			r = append(r, nil)
		case v.Type == bson.TypeBinary:
			_, data := v.Binary()
			r = append(r, uuids.UUID(data))
		case v.Type == bson.TypeString && isID(name):
			id, err := uuids.Parse(v.StringValue())
			if err != nil {
				return nil, err
			}
			r = append(r, id)
		case v.Type == bson.TypeString:
			r = append(r, v.StringValue())
		default:
			r = append(r, v.AsInt64())
		}
	}
	return r, nil
}

func (c *mongoClient) refused(error) bool { return false }

func (c *mongoClient) passes(err error) bool {
	var e mongo.ServerError
	return errors.As(err, &e) && (e.HasErrorLabel("TransientTransactionError") && !mongo.IsNetworkError(err) || e.HasErrorCode(112))
}
