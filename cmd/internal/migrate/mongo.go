package migrate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"go.mongodb.org/mongo-driver/v2/mongo/readconcern"
	"go.mongodb.org/mongo-driver/v2/mongo/readpref"
	"go.mongodb.org/mongo-driver/v2/mongo/writeconcern"

	"github.com/uuidkit/uuidkit/uuid"
)

// mongoStore is a connection to a database of MongoDB.
type mongoStore struct {
	client *mongo.Client
	db     *mongo.Database
}

func openMongo(ctx context.Context, address string) (Store, error) {
	// No error shows the address: nobody can tell which part of a malformed one is the password.
	_, rest, _ := strings.Cut(address, "://")
	rest, _, _ = strings.Cut(rest, "?")
	_, path, _ := strings.Cut(rest, "/")
	name, err := url.PathUnescape(path)
	if err != nil || name == "" || strings.Contains(name, "@") {
		return nil, errorf(CodeUsage, "migrate: the URL must be mongodb://USER:PASSWORD@HOST/DATABASE, with %%XX for special characters")
	}
	o := options.Client().SetAppName("uuid migrate").SetServerSelectionTimeout(5 * time.Second).ApplyURI(address)
	if o.Validate() != nil {
		return nil, errorf(CodeUsage, "migrate: the driver cannot read the URL")
	}
	o.SetReadPreference(readpref.Primary()).SetReadConcern(readconcern.Majority()).SetWriteConcern(writeconcern.Majority())
	client, err := mongo.Connect(o)
	if err != nil {
		return nil, errorf(CodeUsage, "migrate: the driver cannot connect by the URL")
	}
	if err := client.Ping(ctx, nil); err != nil {
		client.Disconnect(ctx)
		return nil, errorf(CodeConnection, "migrate: %w", err)
	}
	return &mongoStore{client, client.Database(name)}, nil
}

func (s *mongoStore) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	return s.client.Disconnect(ctx)
}

// A mongoState is a document of collection uuidkit_migration.
type mongoState struct {
	ID       string              `bson:"_id"`
	State    string              `bson:"state"`
	Plan     string              `bson:"plan"` // JSON
	Switched time.Time           `bson:"switched"`
	Sums     map[string]mongoSum `bson:"sums"` // of the documents before run or undo began, by collection
}

// The states of a mongoState, beside switched.
const (
	mongoCopying  = "copying"
	mongoUndoing  = "undoing"
	mongoSwitched = "switched"
)

func (s *mongoStore) states() *mongo.Collection { return s.db.Collection(stateTable) }

// Status reads collection uuidkit_migration, in which the lock has no state.
func (s *mongoStore) Status(ctx context.Context) ([]Status, error) {
	docs, err := s.recall(ctx)
	var list []Status
	for _, doc := range docs {
		st := Status{State: doc.State, Switched: doc.Switched}
		if err := json.Unmarshal([]byte(doc.Plan), &st.Plan); err != nil {
			return nil, errorf(CodeConflict, "migrate: %s: %w", stateTable, err)
		}
		list = append(list, st)
	}
	return list, err
}

func (s *mongoStore) recall(ctx context.Context) (docs []mongoState, err error) {
	cursor, err := s.states().Find(ctx, d("state", d("$exists", true)), options.Find().SetSort(d("_id", 1)))
	if err == nil {
		err = cursor.All(ctx, &docs)
	}
	return docs, coded(CodeConnection, err)
}

// unfinished returns the migration that is not switched, if any. It is the latest.
func (s *mongoStore) unfinished(ctx context.Context) (*Status, error) {
	list, err := s.Status(ctx)
	if err != nil || len(list) == 0 || list[len(list)-1].State == mongoSwitched {
		return nil, err
	}
	return &list[len(list)-1], nil
}

// A statement ends within mongoMaxTime, also if its client has been killed. So none is left
// when a lock has expired.
const (
	mongoLease   = 30 * time.Second
	mongoMaxTime = 20 * time.Second
	mongoBatch   = 1000
)

var errRunning = errors.New("the server may still execute the statement")

// locked calls do with the lock, which is a document that expires unless its owner renews it.
func (s *mongoStore) locked(ctx context.Context, do func(context.Context) error) error {
	owner := uuid.NewV7().String()
	until := d("$add", bson.A{"$$NOW", mongoLease.Milliseconds()})
	free := d("$lt", bson.A{d("$ifNull", bson.A{"$until", time.Time{}}), "$$NOW"})
	take := bson.A{d("$set", bson.D{{Key: "owner", Value: d("$cond", bson.A{free, owner, "$owner"})}, {Key: "until", Value: d("$cond", bson.A{free, until, "$until"})}})}
	var lock struct {
		Owner string `bson:"owner"`
	}
	renewed := time.Now()
	err := s.states().FindOneAndUpdate(ctx, d("_id", "lock"), take, options.FindOneAndUpdate().SetUpsert(true).SetReturnDocument(options.After)).Decode(&lock)
	if mongo.IsDuplicateKeyError(err) || err == nil && lock.Owner != owner {
		return errorf(CodeConflict, "migrate: another process migrates this database, or was killed less than %s ago: then try again after that time", mongoLease)
	}
	if err != nil {
		return coded(CodeConnection, err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	mine := bson.D{{Key: "_id", Value: "lock"}, {Key: "owner", Value: owner}}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(mongoLease / 15):
			}
			now := time.Now()
			renew, stop := context.WithDeadline(ctx, renewed.Add(mongoLease-mongoMaxTime-time.Second))
			result, err := s.states().UpdateOne(renew, mine, bson.A{d("$set", d("until", until))})
			stop()
			switch {
			case ctx.Err() != nil:
				return
			case err != nil || result.MatchedCount == 0:
				cancel(errorf(CodeInterrupted, "migrate: the lock in %s was lost: run it again", stateTable))
				return
			}
			renewed = now
		}
	}()
	err = do(ctx)
	running := errors.Is(err, errRunning)
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = errorf(CodeInterrupted, "migrate: interrupted, run it again: %w", cause)
	}
	cancel(nil)
	<-ended
	if running {
		return coded(CodeConnection, err) // the lock expires
	}
	// Without cancelling: a user who pressed Ctrl-C wants the lock to be gone.
	release, stop := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer stop()
	s.states().DeleteOne(release, mine)
	return coded(CodeConnection, err)
}

// dropEmpty drops collection uuidkit_migration if it has nothing but the lock, which the
// caller holds.
func (s *mongoStore) dropEmpty(ctx context.Context) error {
	n, err := s.states().CountDocuments(ctx, d("state", d("$exists", true)))
	if err != nil || n > 0 {
		return err
	}
	return s.states().Drop(context.WithoutCancel(ctx)) // the lock is in it
}

// Resume leaves it to Plan to go on with a killed run, and to Undo to go on with a killed undo.
func (s *mongoStore) Resume(context.Context, bool) (*Plan, error) { return nil, nil }

// Run converts the fields, or goes on with a plan that was interrupted.
func (s *mongoStore) Run(ctx context.Context, p *Plan, progress io.Writer) error {
	return s.locked(ctx, func(ctx context.Context) error {
		old, err := s.unfinished(ctx)
		if err != nil {
			return err
		}
		if p.ID == "" && old != nil || p.ID != "" && (old == nil || old.Plan.ID != p.ID || old.State != mongoCopying) {
			return errorf(CodeConflict, "migrate: another process has begun or ended a migration: plan again")
		}
		if p.ID == "" {
			if err := s.begin(ctx, p, progress); err != nil {
				return errors.Join(err, s.dropEmpty(ctx))
			}
		}
		if err := s.convert(ctx, p, false, progress); err != nil {
			return err
		}
		_, err = s.states().UpdateByID(ctx, p.ID, d("$set", d("state", mongoSwitched)))
		return err
	})
}

// begin checks that the plan still holds, and writes its document before the first change.
func (s *mongoStore) begin(ctx context.Context, p *Plan, progress io.Writer) error {
	now, sums, err := s.plan(ctx, p.request, progress)
	if err != nil {
		return err
	}
	if err := now.Refused(); err != nil {
		return coded(CodeConflict, fmt.Errorf("since the plan: %w", errors.Unwrap(err)))
	}
	if now.Hash != p.Hash {
		return now.Is(p.Hash)
	}
	p.ID = uuid.NewV7().String()
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	_, err = s.states().InsertOne(ctx, mongoState{p.ID, mongoCopying, string(text), time.Now().UTC(), sums})
	return err
}

// Undo converts back, or goes on with an undo that was interrupted.
func (s *mongoStore) Undo(ctx context.Context, st Status, how How, progress io.Writer) error {
	if err := how.offline(); err != nil {
		return err
	}
	return s.locked(ctx, func(ctx context.Context) error {
		docs, err := s.recall(ctx)
		if err != nil {
			return err
		}
		if len(docs) == 0 || docs[len(docs)-1].ID != st.Plan.ID {
			return errorf(CodeConflict, "migrate: another process has begun or ended a migration: look at status")
		}
		if docs[len(docs)-1].State != mongoUndoing {
			sums, _, err := s.read(ctx, st.Plan, progress)
			if err != nil {
				return err
			}
			set := d("$set", bson.D{{Key: "state", Value: mongoUndoing}, {Key: "sums", Value: sums}})
			if _, err := s.states().UpdateByID(ctx, st.Plan.ID, set); err != nil {
				return err
			}
		}
		if err := s.convert(ctx, st.Plan, true, progress); err != nil {
			return err
		}
		if _, err := s.states().DeleteOne(ctx, d("_id", st.Plan.ID)); err != nil {
			return err
		}
		return s.dropEmpty(ctx)
	})
}

// Cleanup forgets the old forms. MongoDB keeps nothing else.
func (s *mongoStore) Cleanup(ctx context.Context) (did []string, err error) {
	err = s.locked(ctx, func(ctx context.Context) error {
		if st, err := s.unfinished(ctx); err != nil {
			return err
		} else if st != nil {
			return errorf(CodeConflict, "migrate: a migration was interrupted: run or undo ends it")
		}
		if err := s.states().Drop(ctx); err != nil {
			return err
		}
		did = append(did, "db."+stateTable+".drop()")
		return nil
	})
	return did, err
}

// convert brings all collections of the plan to the new form, or to the old one, and compares
// them with their sums.
func (s *mongoStore) convert(ctx context.Context, p *Plan, undo bool, progress io.Writer) error {
	for _, t := range p.Tables {
		filter, pipeline := mongoUpdate(p, t.Name, undo)
		if pipeline == nil {
			continue
		}
		meter := newMeter(progress, "convert "+t.Name, t.Rows)
		c := s.db.Collection(t.Name)
		cursor, err := c.Find(ctx, bson.D{}, options.Find().SetProjection(d("_id", 1)).SetSort(d("_id", 1)).SetBatchSize(mongoBatch))
		if err != nil {
			return err
		}
		update := func(ids bson.A) error {
			if len(ids) == 0 {
				return nil
			}
			command := bson.D{{Key: "update", Value: t.Name}, {Key: "updates", Value: bson.A{bson.D{
				{Key: "q", Value: append(bson.D{{Key: "_id", Value: d("$in", ids)}}, filter...)}, {Key: "u", Value: pipeline}, {Key: "multi", Value: true}}}},
				{Key: "writeConcern", Value: d("w", "majority")}}
			var reply struct {
				WriteErrors []struct {
					Message string `bson:"errmsg"`
				} `bson:"writeErrors"`
				WriteConcernError *struct {
					Message string `bson:"errmsg"`
				} `bson:"writeConcernError"`
			}
			// Not cancelled with ctx: the server would go on, and the lock would be gone. The
			// driver sends the deadline as maxTimeMS.
			statement, stop := context.WithTimeout(context.WithoutCancel(ctx), mongoMaxTime)
			defer stop()
			if err := s.db.RunCommand(statement, command).Decode(&reply); mongo.IsNetworkError(err) || mongo.IsTimeout(err) {
				return fmt.Errorf("%s: %w: %w", t.Name, errRunning, err)
			} else if err != nil {
				return fmt.Errorf("%s: %w", t.Name, err)
			}
			if len(reply.WriteErrors) > 0 {
				return fmt.Errorf("%s: %s", t.Name, reply.WriteErrors[0].Message)
			}
			if reply.WriteConcernError != nil {
				return fmt.Errorf("%s: %s", t.Name, reply.WriteConcernError.Message)
			}
			meter.add(int64(len(ids)))
			return nil
		}
		var ids bson.A
		for cursor.Next(ctx) && err == nil {
			id := cursor.Current.Lookup("_id")
			ids = append(ids, bson.RawValue{Type: id.Type, Value: slices.Clone(id.Value)})
			if len(ids) == mongoBatch {
				err = update(ids)
				ids = nil
			}
		}
		cursor.Close(context.WithoutCancel(ctx))
		if err = errors.Join(err, cursor.Err()); err == nil {
			err = update(ids)
		}
		if err != nil {
			return err
		}
		meter.done()
	}
	return s.verify(ctx, p, undo, progress)
}

// verify compares the documents with what they were, but for the forms of the ids.
func (s *mongoStore) verify(ctx context.Context, p *Plan, undo bool, progress io.Writer) error {
	var state mongoState
	if err := s.states().FindOne(ctx, d("_id", p.ID)).Decode(&state); err != nil {
		return err
	}
	sums, left, err := s.read(ctx, p, progress)
	if err != nil {
		return err
	}
	form, advice := left.old, "stop the writers, undo, and run again"
	if undo {
		form, advice = left.new, "stop the writers, and undo again"
	}
	if len(form) > 0 {
		return errorf(CodeDiffers, "migrate: values that were written meanwhile are not converted: %s:\n  %s", advice, strings.Join(form, "\n  "))
	}
	for name, sum := range sums {
		was := state.Sums[name]
		if was == sum {
			continue
		}
		if undo { // so that the next undo does not compare with these
			set := d("$set", bson.D{{Key: "state", Value: mongoCopying}, {Key: "sums", Value: sums}})
			if _, err := s.states().UpdateByID(ctx, p.ID, set); err != nil {
				return err
			}
			return errorf(CodeDiffers, "migrate: all ids have the old form, but %s has not the same documents: %d before, %d now: if the application has written meanwhile, that is why, and undo ends here if you call it again",
				name, was.Documents, sum.Documents)
		}
		return errorf(CodeDiffers, "migrate: %s has not the same documents: %d before, %d now: if the application has written meanwhile, stop it, undo, and run again",
			name, was.Documents, sum.Documents)
	}
	if undo {
		return nil
	}
	now, _, err := s.catalog(ctx, p.Tables)
	if err != nil {
		return err
	}
	for _, t := range p.Tables {
		if now[t.Name] != p.Created[t.Name] {
			return errorf(CodeDiffers, "migrate: the options or indexes of %s have changed meanwhile: see that they suit the new form, undo, and run again", t.Name)
		}
	}
	return nil
}
