package mongo_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	driver "go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/migratetest"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/mongo"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestMain(m *testing.M) { migratetest.Main(m, mongo.Open) }

// TestRun does on MongoDB what every store must do: with the _id of a collection, which goes back offline
// alone, and with other fields.
func TestRun(t *testing.T) {
	for _, online := range []bool{false, true} {
		t.Run(fmt.Sprintf("UUIDKIT_MONGO, online %t", online), func(t *testing.T) {
			t.Parallel()
			s := open(t)
			s.ids = !online
			migratetest.Run(t, migratetest.Sweep{Open: s.Fresh, Online: online, Both: true, InPlace: true, UndoesOffline: s.ids, Fixed: !online}, true)
		})
	}
}

func TestFuture(t *testing.T) {
	s := open(t)
	migratetest.Future(t, s.Fresh(), func(plan string) {
		_, err := s.db.Collection(migrate.StateTable).InsertOne(t.Context(), bson.D{{Key: "_id", Value: "019"}, {Key: "state", Value: "switched"}, {Key: "plan", Value: plan}})
		s.must(err)
	}, func() (list []string) {
		for _, doc := range s.documents(migrate.StateTable) {
			if doc["state"] != nil { // not the lock
				list = append(list, fmt.Sprint(map[string]any(doc))) // its keys in order
			}
		}
		return list
	})
}

// A shop is a database with users and orders, of which one has an id that is none, and one an id in
// another form than most.
type shop struct {
	testing.TB
	db   *driver.Database
	url  string
	ids  bool // the _id of users is converted, too
	want []string
	n    int
}

func open(t *testing.T) *shop {
	t.Helper()
	u, err := url.Parse(migratetest.Server(t, "UUIDKIT_MONGO"))
	if err != nil {
		t.Fatal(err)
	}
	client, err := driver.Connect(options.Client().ApplyURI(u.String()))
	if err != nil {
		t.Fatal(err)
	}
	var random [8]byte
	rand.Read(random[:])
	u.Path = fmt.Sprintf("/uuidkit_%x", random)
	s := &shop{TB: t, db: client.Database(u.Path[1:]), url: u.String()}
	t.Cleanup(func() {
		s.must(s.db.Drop(context.Background()))
		s.must(client.Disconnect(context.Background()))
	})
	return s
}

func (s *shop) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// value is the i-th id.
func (s *shop) value(i int, native bool) any {
	text := migratetest.ID(i)
	switch id, err := uuid.Parse(text); {
	case err != nil:
		s.Fatal(err)
	case native:
		return bson.Binary{Subtype: 4, Data: id[:]}
	case i == 101:
		return strings.ReplaceAll(text, "-", "")
	}
	return text
}

func (s *shop) insert(collection string, doc bson.D) {
	s.Helper()
	_, err := s.db.Collection(collection).InsertOne(context.Background(), doc)
	s.must(err)
}

// insertUser inserts one of the application, whose _id is a text if it is not converted.
func (s *shop) insertUser(i int, native bool, note string) {
	s.insert("users", bson.D{{Key: "_id", Value: s.value(i, native && s.ids)}, {Key: "id", Value: s.value(i, native)}, {Key: "note", Value: note}})
}

func (s *shop) insertOrder(no, i, user int, native bool) {
	s.insert("orders", bson.D{{Key: "_id", Value: no}, {Key: "id", Value: s.value(i, native)}, {Key: "user_id", Value: s.value(user, native)}})
}

func (s *shop) Fresh() migratetest.Subject {
	s.Helper()
	names, err := s.db.ListCollectionNames(context.Background(), bson.D{})
	s.must(err)
	for _, name := range names {
		s.must(s.db.Collection(name).Drop(context.Background()))
	}
	_, err = s.db.Collection("orders").Indexes().CreateOne(context.Background(), driver.IndexModel{Keys: bson.D{{Key: "id", Value: 1}}, Options: options.Index().SetUnique(true)})
	s.must(err)
	for i := range 3 {
		s.insertUser(i, false, fmt.Sprint("user ", i))
	}
	for i := range 4 {
		s.insertOrder(i, 100+i, i%3, false)
	}
	s.insert("orders", bson.D{{Key: "_id", Value: 9}, {Key: "id", Value: "odd"}})
	s.n, s.want = 0, s.Rows()
	return s
}

func (s *shop) Open(p *migratetest.Point) migrate.Store {
	store, err := mongo.Open(context.Background(), s.url)
	s.must(err)
	return migratetest.Dying(store, p, nil)
}

func (s *shop) Kill(c migratetest.Command, p *migratetest.Point) (string, error) {
	id, err := migratetest.Kill(s.url, c, p)
	s.Settle()
	return id, err
}

// Settle lets the lock of a process that is dead, or has lost it, expire, which takes half a minute otherwise,
// when the server has ended its statements.
func (s *shop) Settle() {
	for {
		cursor, e := s.db.Client().Database("admin").Aggregate(context.Background(), bson.A{
			bson.D{{Key: "$currentOp", Value: bson.D{}}},
			bson.D{{Key: "$match", Value: bson.D{{Key: "appName", Value: "uuid migrate"}, {Key: "ns", Value: bson.Regex{Pattern: "^" + s.db.Name() + "\\."}}}}},
		})
		s.must(e)
		var list []bson.Raw
		if s.must(cursor.All(context.Background(), &list)); len(list) == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	_, e := s.db.Collection(migrate.StateTable).UpdateByID(context.Background(), "lock", bson.D{{Key: "$set", Value: bson.D{{Key: "until", Value: time.Unix(1, 0)}}}})
	s.must(e)
}

func (s *shop) Request() migrate.Request {
	r := migrate.Request{Columns: []string{"orders.id", "orders.user_id", "users.id"}, BadRows: "odd"}
	if s.ids {
		r.Columns = append(r.Columns, "users._id")
	}
	return r
}

// documents returns those of a collection.
func (s *shop) documents(collection string) (docs []bson.M) {
	s.Helper()
	cursor, err := s.db.Collection(collection).Find(context.Background(), bson.D{})
	s.must(err)
	s.must(cursor.All(context.Background(), &docs))
	return docs
}

func digits(value any) string {
	if b, ok := value.(bson.Binary); ok {
		return fmt.Sprintf("%x", b.Data)
	}
	return strings.ReplaceAll(fmt.Sprint(value), "-", "")
}

// bad is the document that is no order, wherever it is.
func bad(doc bson.M) bool { return doc["id"] == "odd" }

func (s *shop) Rows() (list []string) {
	orders := s.documents("orders")
	for _, doc := range s.documents("odd") {
		if inside, ok := doc["document"].(bson.D); ok {
			moved := bson.M{}
			for _, e := range inside {
				moved[e.Key] = e.Value
			}
			orders = append(orders, moved)
		}
	}
	for _, doc := range orders {
		list = append(list, digits(doc["id"])+" "+digits(doc["user_id"])+" "+fmt.Sprint(doc["_id"]))
	}
	for _, doc := range s.documents("users") {
		list = append(list, digits(doc["_id"])+" "+digits(doc["id"])+" "+fmt.Sprint(doc["note"]))
	}
	slices.Sort(list)
	return list
}

func (s *shop) Want() []string { return s.want }

func (s *shop) Form() string {
	forms := map[string]bool{}
	see := func(value any) {
		if b, ok := value.(bson.Binary); ok && b.Subtype == 4 {
			forms[migratetest.New] = true
		} else {
			forms[migratetest.Old] = true
		}
	}
	for _, doc := range s.documents("orders") {
		if !bad(doc) {
			see(doc["id"])
			see(doc["user_id"])
		}
	}
	for _, doc := range s.documents("users") {
		if see(doc["id"]); s.ids {
			see(doc["_id"])
		}
	}
	if len(forms) == 1 {
		for form := range forms {
			return form
		}
	}
	return fmt.Sprint("mixed ", forms)
}

// Left is what no migration needs, and an id that has not the form of before.
func (s *shop) Left() (list []string) {
	names, err := s.db.ListCollectionNames(context.Background(), bson.D{})
	s.must(err)
	journal := len(s.documents(migrate.StateTable))
	for _, name := range names {
		switch {
		case name == "users" || name == "orders":
		case journal == 0 && strings.HasPrefix(name, "uuidkit_"), journal == 0 && name == "odd" && s.Form() == migratetest.Old:
			list = append(list, name)
		}
	}
	if s.Form() == migratetest.Old {
		for _, doc := range s.documents("orders") {
			if doc["_id"] == int32(1) && doc["id"] != s.value(101, false) {
				list = append(list, fmt.Sprint("the id ", doc["id"]))
			}
		}
	}
	return list
}

// Write deletes a user with its orders, and inserts a user with an order.
func (s *shop) Write() {
	s.n++
	native, ctx := s.Form() == migratetest.New, context.Background()
	gone := slices.MinFunc(s.documents("users"), func(a, b bson.M) int { return strings.Compare(digits(a["id"]), digits(b["id"])) })
	both := bson.A{} // its orders may have the other form
	for i := range 300 {
		if digits(s.value(i, true)) == digits(gone["id"]) {
			both = append(both, s.value(i, true), s.value(i, false))
		}
	}
	_, err := s.db.Collection("orders").DeleteMany(ctx, bson.D{{Key: "user_id", Value: bson.D{{Key: "$in", Value: both}}}})
	s.must(err)
	_, err = s.db.Collection("users").DeleteOne(ctx, bson.D{{Key: "_id", Value: gone["_id"]}})
	s.must(err)
	s.insertUser(200+s.n, native, "written")
	s.insertOrder(20+s.n, 300+s.n, 200+s.n, native)
	s.want = slices.DeleteFunc(slices.Clone(s.want), func(row string) bool { return strings.Contains(row, digits(gone["id"])) })
	user, order := digits(migratetest.ID(200+s.n)), digits(migratetest.ID(300+s.n))
	s.want = append(s.want, user+" "+user+" written", fmt.Sprint(order, " ", user, " ", 20+s.n))
	slices.Sort(s.want)
}
