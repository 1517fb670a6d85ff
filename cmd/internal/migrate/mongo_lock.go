package migrate

import (
	"context"
	"errors"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/uuid"
)

// A statement ends within mongoMaxTime, also if its client has been killed. So none is left
// when a lock has expired.
const (
	mongoLease   = 30 * time.Second
	mongoMaxTime = 20 * time.Second
)

var errLock = errorf(CodeInterrupted, "migrate: the lock in %s was lost: run it again", stateTable)

var errRunning = errors.New("the server may still execute the statement")

// locked calls do with the lock, which is a document that expires unless its owner renews it.
func (s *mongoStore) locked(ctx context.Context, do func(context.Context) error) error {
	session, err := s.client.StartSession()
	if err != nil {
		return coded(CodeConnection, err)
	}
	defer session.EndSession(context.WithoutCancel(ctx))
	s.session, s.owner = session, uuid.NewV7().String()
	owner := s.owner
	until := d("$add", bson.A{"$$NOW", mongoLease.Milliseconds()})
	free := d("$lt", bson.A{d("$ifNull", bson.A{"$until", time.Time{}}), "$$NOW"})
	take := bson.A{d("$set", bson.D{
		{Key: "owner", Value: d("$cond", bson.A{free, owner, "$owner"})},
		{Key: "until", Value: d("$cond", bson.A{free, until, "$until"})},
		{Key: "session", Value: d("$cond", bson.A{free, session.ID(), "$session"})},
		{Key: "killed", Value: d("$cond", bson.A{free, d("$ifNull", bson.A{"$session", nil}), "$killed"})},
	})}
	var lock struct {
		Owner  string        `bson:"owner"`
		Killed bson.RawValue `bson:"killed"` // the session of a process that has lost the lock
	}
	renewed := time.Now()
	err = s.states().FindOneAndUpdate(ctx, d("_id", "lock"), take, options.FindOneAndUpdate().SetUpsert(true).SetReturnDocument(options.After)).Decode(&lock)
	if mongo.IsDuplicateKeyError(err) || err == nil && lock.Owner != owner {
		return errorf(CodeConflict, "migrate: another process migrates this database, or was killed less than %s ago: then try again after that time", mongoLease)
	}
	if err != nil {
		return coded(CodeConnection, err)
	}
	if lock.Killed.Type == bson.TypeEmbeddedDocument {
		// Its transaction would let writers of its documents wait for a minute. A user who
		// may not end it waits, too.
		s.db.RunCommand(ctx, d("killSessions", bson.A{lock.Killed}))
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
				cancel(errLock)
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
