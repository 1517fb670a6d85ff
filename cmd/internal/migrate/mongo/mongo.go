package mongo

import (
	"context"
	"errors"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"go.mongodb.org/mongo-driver/v2/mongo/readconcern"
	"go.mongodb.org/mongo-driver/v2/mongo/readpref"
	"go.mongodb.org/mongo-driver/v2/mongo/writeconcern"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	read "github.com/uuidkit/uuidkit/cmd/internal/store/mongo"
)

// store is a connection to a database of MongoDB.
type store struct {
	client *mongo.Client
	db     *mongo.Database

	sharded      bool                // it is a mongos
	keys         map[string]shardKey // of collections, when catalog was called
	transactions bool                // a replica set has them, and a cluster
	members      int                 // of the set, with documents

	options *options.ClientOptions
	work    *mongo.Session // of all transactions

	// Of the lock.
	owner    string
	renewing sync.Mutex
	renewed  time.Time
	longest  time.Duration   // of a transaction
	held     context.Context // until the lock is lost; nil without it
	unlock   func()
	running  bool // the server may still execute a statement: the lock has to expire
}

var _ migrate.Store = (*store)(nil)

// Open connects to a MongoDB database.
func Open(ctx context.Context, address string) (migrate.Store, error) {
	// No error shows the address: nobody can tell which part of a malformed one is the password.
	name, err := read.Database(address)
	if err != nil {
		return nil, migrate.Errorf(migrate.CodeUsage, "migrate: %w", err)
	}
	if name == "" {
		return nil, migrate.Errorf(migrate.CodeUsage, "migrate: the URL must be mongodb://USER:PASSWORD@HOST/DATABASE, with %%XX for special characters")
	}
	o := options.Client().SetAppName("uuid migrate").SetServerSelectionTimeout(5 * time.Second).ApplyURI(address)
	if o.Validate() != nil {
		return nil, migrate.Errorf(migrate.CodeUsage, "migrate: the driver cannot read the URL")
	}
	// Without Journal a server may confirm a write before it is on disk: if it is no replica set, or
	// writeConcernMajorityJournalDefault is false. After its crash this process would go on.
	durable := &writeconcern.WriteConcern{W: "majority", Journal: new(true)}
	o.SetReadPreference(readpref.Primary()).SetReadConcern(readconcern.Majority()).SetWriteConcern(durable)
	client, err := mongo.Connect(o)
	if err != nil {
		return nil, migrate.Errorf(migrate.CodeUsage, "migrate: the driver cannot connect by the URL")
	}
	var hello struct {
		Message  string   `bson:"msg"`
		Set      string   `bson:"setName"`
		Hosts    []string `bson:"hosts"`
		Passives []string `bson:"passives"` // of priority 0
	}
	s := &store{client: client, db: client.Database(name), options: o}
	if err := s.db.RunCommand(ctx, d("hello", 1)).Decode(&hello); err != nil {
		client.Disconnect(ctx)
		return nil, migrate.Errorf(migrate.CodeConnection, "migrate: %w", err)
	}
	if err := s.alone(ctx); err != nil {
		client.Disconnect(ctx)
		return nil, err
	}
	if s.work, err = client.StartSession(); err != nil {
		client.Disconnect(ctx)
		return nil, migrate.Errorf(migrate.CodeConnection, "migrate: %w", err)
	}
	s.sharded = hello.Message == "isdbgrid"
	s.transactions = s.sharded || hello.Set != ""
	s.members = len(hello.Hosts) + len(hello.Passives)
	return s, nil
}

// alone refuses a server of which others have the other documents, or the writes. A user may lack the privilege to ask
// for the shard. TestMongo of integration/clusters has such servers.
func (s *store) alone(ctx context.Context) error {
	admin := s.client.Database("admin")
	var shard struct{ Enabled bool }
	if admin.RunCommand(ctx, d("shardingState", 1)).Decode(&shard) == nil && shard.Enabled {
		return migrate.Errorf(migrate.CodeRefused, "migrate: the server belongs to a shard, and the other shards have the other documents: give the URL of mongos")
	}
	var hello struct{ Secondary bool }
	if admin.RunCommand(ctx, d("hello", 1)).Decode(&hello) == nil && hello.Secondary {
		return migrate.Errorf(migrate.CodeRefused, "migrate: the server is a secondary, and takes no writes: give the URL of the primary, or of the replica set")
	}
	return nil
}

func (s *store) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if s.held != nil {
		s.unlock()
	}
	s.work.EndSession(ctx)
	return s.client.Disconnect(ctx)
}

// A mongoState is a document of collection uuidkit_migration.
type mongoState struct {
	ID       string              `bson:"_id"`
	State    migrate.State       `bson:"state"`
	Plan     string              `bson:"plan"` // JSON
	Switched time.Time           `bson:"switched"`
	Sums     map[string]mongoSum `bson:"sums"` // of the documents before run or undo began; nil if writers go on
	Kept     bool                `bson:"kept"` // all is in uuidkit_kept that undo needs
}

func (s *store) states() *mongo.Collection { return s.db.Collection(migrate.StateTable) }

// Status reads collection uuidkit_migration, in which the lock has no state.
func (s *store) Status(ctx context.Context) ([]migrate.Status, error) {
	docs, err := s.recall(ctx)
	if err != nil {
		return nil, err
	}
	var list []migrate.Status
	for _, doc := range docs {
		st := migrate.Status{State: doc.State, Switched: doc.Switched}
		if st.Plan, err = migrate.DecodePlan(doc.Plan); err != nil {
			return nil, err
		}
		list = append(list, st)
	}
	return list, nil
}

func (s *store) recall(ctx context.Context) (docs []mongoState, err error) {
	cursor, err := s.states().Find(ctx, d("state", d("$exists", true)), options.Find().SetSort(d("_id", 1)))
	if err == nil {
		err = cursor.All(ctx, &docs)
	}
	return docs, migrate.Coded(migrate.CodeConnection, err)
}

// unfinished returns the migration that is not switched, if any. It is the latest.
func (s *store) unfinished(ctx context.Context) (*migrate.Status, error) {
	list, err := s.Status(ctx)
	if err != nil || len(list) == 0 || list[len(list)-1].State == migrate.Switched {
		return nil, err
	}
	return &list[len(list)-1], nil
}

// dropEmpty drops collection uuidkit_migration if it has nothing but the lock, which the
// caller holds.
func (s *store) dropEmpty(ctx context.Context) error {
	n, err := s.states().CountDocuments(ctx, d("state", d("$exists", true)))
	if err != nil || n > 0 {
		return err
	}
	return s.drop(ctx, migrate.StateTable) // the lock is in it
}

// Where is always mixed: documents change in their place.
func (s *store) Where(context.Context, migrate.Status) (migrate.Where, error) {
	return migrate.Mixed, nil
}

var errMixed = errors.New("migrate: MongoDB converts documents in their place: there is nothing to take back, and no switch")

// TakeBack is for tables that are switched.
func (s *store) TakeBack(context.Context, migrate.Status) (migrate.Work, error) {
	return migrate.Work{}, errMixed
}

// Finish is for tables that are switched.
func (s *store) Finish(context.Context, migrate.Status) (migrate.Work, error) {
	return migrate.Work{}, errMixed
}

// Cleanup forgets the old forms.
func (s *store) Cleanup(context.Context, []migrate.Status) (w migrate.Work, err error) {
	drops := []string{keptTable, migrate.StateTable} // the lock is in the last
	a := migrate.Action{Does: "forget the old forms"}
	for _, name := range drops {
		a.SQL = append(a.SQL, "db."+name+".drop()")
	}
	a.Do = func(ctx context.Context, _ *migrate.Progress) error {
		// First what undo would begin with: without the kept forms it must not.
		err := s.transaction(ctx, func(ctx context.Context) error {
			_, err := s.states().DeleteMany(ctx, d("state", d("$exists", true)))
			return err
		})
		for _, name := range drops {
			if err == nil {
				err = s.drop(ctx, name)
			}
		}
		return err
	}
	return migrate.Work{Actions: []migrate.Action{a}, Within: s.guarded}, nil
}
