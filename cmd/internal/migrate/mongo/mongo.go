package mongo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"go.mongodb.org/mongo-driver/v2/mongo/readconcern"
	"go.mongodb.org/mongo-driver/v2/mongo/readpref"
	"go.mongodb.org/mongo-driver/v2/mongo/writeconcern"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/uuid"
)

// store is a connection to a database of MongoDB.
type store struct {
	client *mongo.Client
	db     *mongo.Database

	sharded      bool // it is a mongos
	transactions bool // a replica set has them, and a cluster

	options *options.ClientOptions
	work    *mongo.Session // of all transactions

	// Of the lock.
	owner    string
	renewing sync.Mutex
	renewed  time.Time
	longest  time.Duration // of a transaction
}

// Open connects to a MongoDB database.
func Open(ctx context.Context, address string) (migrate.Opened, error) {
	// No error shows the address: nobody can tell which part of a malformed one is the password.
	_, rest, _ := strings.Cut(address, "://")
	rest, _, _ = strings.Cut(rest, "?")
	_, path, _ := strings.Cut(rest, "/")
	name, err := url.PathUnescape(path)
	if err != nil || name == "" || strings.Contains(name, "@") {
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
		Message string `bson:"msg"`
		Set     string `bson:"setName"`
	}
	s := &store{client: client, db: client.Database(name), options: o}
	if err := s.db.RunCommand(ctx, d("hello", 1)).Decode(&hello); err != nil {
		client.Disconnect(ctx)
		return nil, migrate.Errorf(migrate.CodeConnection, "migrate: %w", err)
	}
	if s.work, err = client.StartSession(); err != nil {
		client.Disconnect(ctx)
		return nil, migrate.Errorf(migrate.CodeConnection, "migrate: %w", err)
	}
	s.sharded = hello.Message == "isdbgrid"
	s.transactions = s.sharded || hello.Set != ""
	return s, nil
}

func (s *store) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
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

// Resume leaves it to Plan to go on with a killed run, and to Undo to go on with a killed undo. If
// there is nothing to undo, it says what has become of a run that was killed.
func (s *store) Resume(ctx context.Context, undo bool) (*migrate.Plan, error) {
	if list, err := s.Status(ctx); !undo || err != nil || len(list) > 0 {
		return nil, err
	}
	return nil, s.unbegun(ctx)
}

// Run converts the fields, or goes on with a plan that was interrupted.
func (s *store) Run(ctx context.Context, p *migrate.Plan, progress io.Writer) error {
	return s.locked(ctx, progress, func(ctx context.Context) error {
		old, err := s.unfinished(ctx)
		if err != nil {
			return err
		}
		if p.ID == "" && old != nil || p.ID != "" && (old == nil || old.Plan.ID != p.ID || old.State != migrate.Copying) {
			return migrate.Errorf(migrate.CodeConflict, "migrate: another process has begun or ended a migration: plan again")
		}
		if p.ID == "" {
			if err := s.begin(ctx, p, progress); err != nil {
				return errors.Join(err, s.dropEmpty(ctx))
			}
		}
		r := &runner{store: s, How: p.Request.How, p: p, progress: progress}
		if err := r.convert(ctx); err != nil {
			return err
		}
		return s.change(ctx, p.ID, d("$set", d("state", migrate.Switched)))
	})
}

// begin checks that the plan still holds, and writes its document before the first change.
func (s *store) begin(ctx context.Context, p *migrate.Plan, progress io.Writer) error {
	now, sums, err := s.plan(ctx, p.Request, progress)
	if err != nil {
		return err
	}
	if err := now.Refused(); err != nil {
		return migrate.Coded(migrate.CodeConflict, fmt.Errorf("since the plan: %w: nothing was changed; plan says what to do", errors.Unwrap(err)))
	}
	if err := mongoHolds(p, now); err != nil {
		return err
	}
	*p = *now // its forms are those of this moment: undo depends on them
	p.ID = uuid.NewV7().String()
	docs, err := s.recall(ctx)
	if err != nil {
		return err
	}
	if n := len(docs); n > 0 && docs[n-1].ID >= p.ID { // they are in the order of their ids
		return migrate.ErrClock
	}
	text, err := p.Encode()
	if err != nil {
		return err
	}
	return s.transaction(ctx, func(ctx context.Context) error {
		_, err := s.states().InsertOne(ctx, mongoState{p.ID, migrate.Copying, text, time.Now().UTC(), sums, false})
		return err
	})
}

// Undo converts back, or goes on with an undo that was interrupted.
func (s *store) Undo(ctx context.Context, st migrate.Status, how migrate.How, progress io.Writer) error {
	if reason, manual := s.offline(st.Plan, true); how.Online && reason != "" {
		return migrate.Errorf(migrate.CodeRefused, "migrate: %s: %s", reason, manual)
	}
	return s.locked(ctx, progress, func(ctx context.Context) error {
		docs, err := s.recall(ctx)
		if err != nil {
			return err
		}
		if len(docs) == 0 || docs[len(docs)-1].ID != st.Plan.ID {
			return migrate.Errorf(migrate.CodeConflict, "migrate: another process has begun or ended a migration: look at status")
		}
		if docs[len(docs)-1].State != migrate.Undoing {
			set := d("$set", bson.D{{Key: "state", Value: migrate.Undoing}, {Key: "sums", Value: nil}})
			if err := s.change(ctx, st.Plan.ID, set); err != nil {
				return err
			}
		}
		r := &runner{store: s, How: how, p: st.Plan, undo: true, progress: progress}
		switch {
		case docs[len(docs)-1].Kept:
			err = r.convert(ctx)
		case st.Plan.BadRows != "": // run has not changed a document yet, nor kept all forms
			err = r.putBack(ctx)
		}
		if err != nil {
			return err
		}
		// Ctrl-C between these steps would make the user call undo again, and undo an earlier migration.
		ctx = context.WithoutCancel(ctx)
		// An undo that is killed after this must not convert without what was kept. TestMongoIDKills guards it.
		if err := s.change(ctx, st.Plan.ID, d("$set", d("kept", false))); err != nil {
			return err
		}
		if err := s.forgetKept(ctx, st.Plan.ID); err != nil {
			return err
		}
		err = s.transaction(ctx, func(ctx context.Context) error {
			_, err := s.states().DeleteOne(ctx, d("_id", st.Plan.ID))
			return err
		})
		if err != nil {
			return err
		}
		s.dropEmpty(ctx) // all is done without it
		return nil
	})
}

// Cleanup forgets the old forms.
func (s *store) Cleanup(ctx context.Context) (did []string, err error) {
	var said strings.Builder
	err = s.locked(ctx, &said, func(ctx context.Context) error {
		if st, err := s.unfinished(ctx); err != nil {
			return err
		} else if st != nil {
			return migrate.Errorf(migrate.CodeConflict, "migrate: a migration was interrupted: run or undo ends it")
		}
		list, err := s.Status(ctx)
		if err != nil {
			return err
		}
		// First what undo would begin with: without the kept forms it must not.
		err = s.transaction(ctx, func(ctx context.Context) error {
			_, err := s.states().DeleteMany(ctx, d("state", d("$exists", true)))
			return err
		})
		if err != nil {
			return err
		}
		for _, name := range []string{keptTable, migrate.StateTable} { // the lock is in the last
			if err := s.drop(ctx, name); err != nil {
				return err
			}
			did = append(did, "db."+name+".drop()")
		}
		did = append(did, migrate.Kept(list)...)
		return nil
	})
	if said.Len() > 0 {
		did = append([]string{strings.TrimSpace(said.String())}, did...)
	}
	return did, err
}
