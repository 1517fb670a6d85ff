package mongo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"go.mongodb.org/mongo-driver/v2/mongo/readconcern"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/uuid"
)

// The lock is a document that expires unless its owner renews it. Document writer has the owner's
// name, too, and each transaction writes to it: what a process has begun that lost its lock, for
// example since it was suspended, cannot commit when the next owner has changed the name.
//
// Without transactions, and for what cannot be in one, the clock has to do: a statement ends within
// mongoMaxTime, also if its client has been killed, so that none is left when a lock has expired.
const (
	lease        = 30 * time.Second
	mongoMaxTime = 20 * time.Second
)

var errLock = migrate.Errorf(migrate.CodeInterrupted, "migrate: the lock in %s was lost: run it again", migrate.StateTable)

var errRunning = errors.New("the server may still execute the statement")

// An owner is who has the lock, or had it.
type owner struct {
	Owner   string    `bson:"owner"`
	Session bson.Raw  `bson:"session"`
	Process string    `bson:"process"`
	Since   time.Time `bson:"since"`
}

// String says who it is, and how an administrator ends its transaction.
func (o *owner) String() string {
	return fmt.Sprintf("%s, since %s; %s ends its transaction", o.Process, stamp(o.Since), killSession(o.Session))
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05Z") }

// killSession is a command for mongosh.
func killSession(lsid bson.Raw) string {
	id := sessionID(lsid)
	return fmt.Sprintf(`db.adminCommand({killSessions: [{id: UUID("%s")}]})`, id)
}

func sessionID(lsid bson.Raw) (id uuid.UUID) {
	_, data, _ := lsid.Lookup("id").BinaryOK()
	copy(id[:], data)
	return id
}

// A mongoLock is the document of the lock.
type mongoLock struct {
	Holder owner     `bson:",inline"`
	Until  time.Time `bson:"until"`
}

// until is an expression: when a lock expires that is renewed now.
func until() bson.D { return d("$add", bson.A{"$$NOW", lease.Milliseconds()}) }

// free is an expression: whether nobody has the lock.
func free() bson.D {
	return d("$lt", bson.A{d("$ifNull", bson.A{"$until", time.Time{}}), "$$NOW"})
}

// endLast ends the session of an owner who has let the lock expire: its transaction would let
// writers of its documents wait for a minute.
func (s *store) endLast(ctx context.Context, progress io.Writer) error {
	var lock mongoLock
	expired := bson.D{{Key: "_id", Value: "lock"}, {Key: "session", Value: d("$exists", true)}, {Key: "$expr", Value: free()}}
	err := s.states().FindOne(ctx, expired).Decode(&lock)
	if errors.Is(err, mongo.ErrNoDocuments) {
		return nil
	}
	if err != nil {
		return err
	}
	says := "is ended"
	if err := s.db.RunCommand(ctx, d("killSessions", bson.A{lock.Holder.Session})).Err(); err != nil {
		says = fmt.Sprintf("cannot be ended by this user: %v: %s", err, killSession(lock.Holder.Session))
	}
	fmt.Fprintf(progress, "session %s of %s has lost the lock, and %s\n", sessionID(lock.Holder.Session), lock.Holder.Process, says)
	return nil
}

// Unbegun returns an error if a process has the lock, or had it when it was killed.
func (s *store) Unbegun(ctx context.Context) error {
	var lock mongoLock
	err := s.states().FindOne(ctx, d("_id", "lock")).Decode(&lock)
	switch {
	case errors.Is(err, mongo.ErrNoDocuments):
		return nil
	case err != nil:
		return migrate.Coded(migrate.CodeConnection, err)
	}
	return migrate.Errorf(migrate.CodeRefused, "migrate: there is no migration to undo: the one that %s began at %s has not changed a document yet. It still can, if the process was not killed",
		lock.Holder.Process, stamp(lock.Holder.Since))
}

// take gets the lock, if nobody has it.
func (s *store) take(ctx context.Context, progress io.Writer) error {
	if err := s.endLast(ctx, progress); err != nil {
		return err
	}
	host, _ := os.Hostname()
	process := fmt.Sprintf("process %d on host %s", os.Getpid(), host)
	set := bson.D{}
	for _, e := range []bson.E{
		{Key: "owner", Value: s.owner}, {Key: "session", Value: s.work.ID()}, {Key: "process", Value: d("$literal", process)},
		{Key: "since", Value: "$$NOW"}, {Key: "until", Value: until()},
	} {
		set = append(set, bson.E{Key: e.Key, Value: d("$cond", bson.A{free(), e.Value, "$" + e.Key})})
	}
	s.renewed = time.Now()
	var lock mongoLock
	o := options.FindOneAndUpdate().SetUpsert(true).SetReturnDocument(options.After)
	err := s.states().FindOneAndUpdate(ctx, d("_id", "lock"), bson.A{d("$set", set)}, o).Decode(&lock)
	if mongo.IsDuplicateKeyError(err) { // another process was faster
		err = s.states().FindOne(ctx, d("_id", "lock")).Decode(&lock)
	}
	if err == nil && lock.Holder.Owner != s.owner {
		err = migrate.Errorf(migrate.CodeConflict, "migrate: another uuid migrate has the lock until %s, and renews it unless it was killed: %s. When it has ended, give the command again",
			stamp(lock.Until), &lock.Holder)
	}
	return err
}

// fence writes the owner's name. From then on no earlier owner can commit.
func (s *store) fence(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, mongoMaxTime)
	defer stop()
	_, err := s.states().UpdateByID(ctx, "writer", d("$set", bson.D{{Key: "owner", Value: s.owner}, {Key: "session", Value: s.work.ID()}}), options.UpdateOne().SetUpsert(true))
	if err != nil && isTimeout(err) {
		var last owner
		if s.states().FindOne(context.WithoutCancel(ctx), d("_id", "writer")).Decode(&last) == nil {
			err = migrate.Errorf(migrate.CodeConflict, "migrate: an earlier uuid migrate left a transaction open. The server ends it after transactionLifetimeLimitSeconds; to end it now: %s. Then give the command again: %w", killSession(last.Session), err)
		}
	}
	return err
}

// Lock takes the lock, and renews it until Close.
func (s *store) Lock(ctx context.Context, out io.Writer) error {
	if s.held != nil {
		return nil
	}
	s.owner = uuid.NewV7().String()
	if err := s.soon(ctx, func(ctx context.Context) error { return s.take(ctx, out) }); err != nil {
		return migrate.Coded(migrate.CodeConnection, err)
	}
	held, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.renew(held, cancel)
	}()
	s.held = held
	s.unlock = func() {
		cancel(nil)
		<-ended
		if s.running {
			return
		}
		release, stop := context.WithTimeout(context.Background(), 10*time.Second) // it has answered so far
		defer stop()
		// A run that has failed before it began leaves no collection. Nobody has the lock before this drop.
		if n, err := s.states().CountDocuments(release, d("state", d("$exists", true))); err == nil && n == 0 && s.drop(release, migrate.StateTable) == nil {
			return
		}
		for _, id := range []string{"writer", "lock"} {
			s.states().DeleteOne(release, s.mine(id))
		}
	}
	return s.guarded(ctx, nil, s.fence)
}

// guarded calls do, whose context ends when the lock is lost.
func (s *store) guarded(ctx context.Context, _ *migrate.Progress, do func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(s.held, func() { cancel(context.Cause(s.held)) })()
	err := do(ctx)
	running := errors.Is(err, errRunning)
	if cause := context.Cause(ctx); err != nil && cause != nil && !errors.Is(err, errMajority) { // without a majority the lock is lost, too
		err = migrate.Errorf(migrate.CodeInterrupted, "migrate: interrupted, run it again: %w", cause)
	}
	if running {
		s.running = true
		if isTimeout(err) {
			err = fmt.Errorf("%w%s", err, s.holders(ctx))
		}
	}
	return migrate.Coded(migrate.CodeConnection, err)
}

// renew renews the lock until ctx is cancelled, or cancels it if the lock is lost.
func (s *store) renew(ctx context.Context, cancel context.CancelCauseFunc) {
	for sleep(ctx, lease/15) == nil {
		now := time.Now()
		renew, stop := context.WithDeadline(ctx, s.lastRenewed().Add(lease-mongoMaxTime-time.Second))
		result, err := s.states().UpdateOne(renew, s.mine("lock"), bson.A{d("$set", d("until", until()))})
		stop()
		switch {
		case ctx.Err() != nil:
			return
		case err != nil || result.MatchedCount == 0:
			cancel(errLock)
			return
		}
		s.renewing.Lock()
		s.renewed = now
		s.renewing.Unlock()
	}
}

func (s *store) lastRenewed() time.Time {
	s.renewing.Lock()
	defer s.renewing.Unlock()
	return s.renewed
}

// mine finds the lock, or document writer, if it has the name of this process.
func (s *store) mine(id string) bson.D {
	return bson.D{{Key: "_id", Value: id}, {Key: "owner", Value: s.owner}}
}

// change changes the document of a migration.
func (s *store) change(ctx context.Context, id string, change bson.D) error {
	return s.transaction(ctx, func(ctx context.Context) error {
		result, err := s.states().UpdateByID(ctx, id, change)
		if err == nil && result.MatchedCount == 0 {
			err = errLock
		}
		return err
	})
}

// holds returns an error if another process has got the lock, or may have it when a statement
// ends that begins now. It is for those that no transaction guards.
func (s *store) holds(ctx context.Context) error {
	err := s.states().FindOne(ctx, s.mine("lock")).Err()
	at := s.lastRenewed()
	// The one clock stops while a machine sleeps; the other can be set.
	if passed := max(time.Since(at), time.Now().Round(0).Sub(at.Round(0))); errors.Is(err, mongo.ErrNoDocuments) || passed > lease-mongoMaxTime {
		return errLock
	}
	return err
}

// drop drops a collection of ours.
func (s *store) drop(ctx context.Context, name string) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), mongoMaxTime)
	defer stop()
	if err := s.holds(ctx); err != nil {
		return err
	}
	return s.db.Collection(name).Drop(ctx)
}

// transaction calls do in a transaction, again if a writer was faster; or just so on a server
// that has none. It is not cancelled with ctx.
func (s *store) transaction(ctx context.Context, do func(ctx context.Context) error) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), mongoMaxTime)
	defer stop()
	if !s.transactions {
		err := s.holds(ctx)
		if err == nil {
			err = do(ctx)
		}
		return written(err)
	}
	ended := make(chan error, 1)
	go func() {
		var begin time.Time
		_, err := s.work.WithTransaction(ctx, func(ctx context.Context) (any, error) {
			begin = time.Now()
			result, err := s.states().UpdateOne(ctx, s.mine("writer"), d("$inc", d("transactions", 1)))
			if err == nil && result.MatchedCount == 0 {
				err = errLock
			}
			if err == nil {
				err = do(ctx)
			}
			return nil, err
		}, options.Transaction().SetReadConcern(readconcern.Snapshot()))
		if err == nil {
			s.longest = max(s.longest, time.Since(begin))
		}
		ended <- err
	}()
	select {
	case err := <-ended:
		return written(err)
	case <-time.After(mongoMaxTime + 2*time.Second): // the driver gives commit no deadline
		return errMajority
	}
}

// errMajority ends a process whose last transaction is committed when the members are back, if not before.
var errMajority = migrate.Errorf(migrate.CodeInterrupted, "migrate: the server has not confirmed a transaction for %s: a majority of the members that have documents does not acknowledge it, or the connection is lost. When rs.status() shows them again, give the same command again: %w", mongoMaxTime, errRunning)

// written is the error of writes.
func written(err error) error {
	if mongo.IsDuplicateKeyError(err) {
		return migrate.Errorf(migrate.CodeDiffers, "migrate: two documents would get the same id or key: merge or delete one of them, and give the command again: %w", err)
	}
	return running(err)
}

// errConflicts ends a transaction after too many write conflicts. batches divides its documents.
var errConflicts = errors.New("the application writes to these documents too often for one transaction")

// mongoTries is how long the transaction of one document is tried. The driver waits half a second at most between two
// tries: so the last one ends before mongoMaxTime, and no statement is left.
const mongoTries = mongoMaxTime - 5*time.Second

// limitConflicts returns do, which ends with errConflicts after five write conflicts if it is for several documents,
// and after mongoTries if it is for one. Without that the driver begins the transaction again, and waits longer each
// time: TestMongoHot.
func limitConflicts(documents int, do func(ctx context.Context) error) func(ctx context.Context) error {
	const writeConflict, most = 112, 5
	conflicts, begin := 0, time.Now()
	return func(ctx context.Context) error {
		err := do(ctx)
		if e := mongo.ServerError(nil); errors.As(err, &e) && e.HasErrorCode(writeConflict) {
			if conflicts++; documents > 1 && conflicts == most || documents == 1 && time.Since(begin) > mongoTries {
				return errConflicts
			}
		}
		return err
	}
}

// inConflict says why a document is not converted, and names transactions that are open for long.
func (r *runner) inConflict(ctx context.Context, t *mongoTable, id any) error {
	advice := "stop the application"
	if r.Online {
		advice = "let the application pause between its transactions, and end those that are open"
	}
	list, _ := r.blockers(ctx)
	return migrate.Errorf(migrate.CodeInterrupted, "migrate: the document of %s with _id %s is not converted: for %s transactions of other clients kept changing it, and each transaction of this command for it alone got a WriteConflict: %s; then give the command again%s",
		t.Name, relaxed(id), mongoTries, advice, strings.Join(append([]string{""}, list...), "\n  "))
}

// running marks errors after which the server may still execute the statement.
func running(err error) error {
	if mongo.IsNetworkError(err) || isTimeout(err) {
		return fmt.Errorf("%w: %w", errRunning, err)
	}
	return err
}

// Ping asks on another connection, which the first ping makes.
func (s *store) Ping(ctx context.Context) error {
	err := s.client.Ping(ctx, nil)
	if errors.As(err, new(mongo.CommandError)) && !mongo.IsNetworkError(err) && !mongo.IsTimeout(err) {
		return nil
	}
	return err
}

// Session says which session the work belongs to.
func (s *store) Session() string {
	id := sessionID(s.work.ID())
	return fmt.Sprintf("session %s of the MongoDB at %s: %s", id, strings.Join(s.options.Hosts, ","), killSession(s.work.ID()))
}

// mongoPatience is how long plan waits for a lock, and how old a transaction is that it names.
const mongoPatience = 10 * time.Second

// soon calls do, which reads little, and says who has a lock if the server does not answer in time.
func (s *store) soon(ctx context.Context, do func(ctx context.Context) error) error {
	bounded, stop := context.WithTimeout(ctx, mongoPatience)
	defer stop()
	err := do(bounded)
	if err != nil && ctx.Err() == nil && isTimeout(err) {
		err = migrate.Errorf(migrate.CodeConflict, "migrate: the server has not answered for %s, perhaps because another operation has a lock%s: %w", mongoPatience, s.holders(ctx), err)
	}
	return err
}

func isTimeout(err error) bool {
	return mongo.IsTimeout(err) || errors.Is(err, context.DeadlineExceeded)
}

// A mongoOp is what the server says of an operation or of an open transaction.
type mongoOp struct {
	ID          any      `bson:"opid"`
	Client      string   `bson:"client"`
	App         string   `bson:"appName"`
	Seconds     int64    `bson:"secs_running"`
	Session     bson.Raw `bson:"lsid"`
	Transaction *struct {
		Open     int64  `bson:"timeOpenMicros"`
		Prepared *int64 `bson:"timePreparedMicros"`
	} `bson:"transaction"`
}

func (o *mongoOp) String() string {
	who := fmt.Sprintf("client %s %s", o.Client, o.App)
	switch {
	case o.Transaction == nil:
		return fmt.Sprintf("an operation of %s, for %d s: db.killOp(%v)", who, o.Seconds, o.ID)
	case o.Transaction.Prepared != nil:
		return fmt.Sprintf("a prepared transaction of %s, session %s, for %d s: the server ends it when the shard that coordinates it has decided", who, sessionID(o.Session), o.Transaction.Open/1e6)
	}
	return fmt.Sprintf("a transaction of %s, for %d s: %s", who, o.Transaction.Open/1e6, killSession(o.Session))
}

// blockers lists the operations that have an exclusive lock, and old or prepared transactions.
func (s *store) blockers(ctx context.Context) (list []string, err error) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), mongoPatience/2)
	defer stop()
	var current struct {
		Ops  []mongoOp `bson:"inprog"`
		Sync bool      `bson:"fsyncLock"`
	}
	exclusive := bson.D{{Key: "waitingForLock", Value: false}, {Key: "$or", Value: bson.A{d("locks.Global", "W"), d("locks.Database", "W"), d("locks.Collection", "W")}}}
	old := d("transaction.timeOpenMicros", d("$gte", mongoPatience.Microseconds()))
	prepared := d("transaction.timePreparedMicros", d("$exists", true))
	command := bson.D{{Key: "currentOp", Value: 1}, {Key: "$all", Value: true}, {Key: "$or", Value: bson.A{exclusive, old, prepared}}}
	if err := s.client.Database("admin").RunCommand(ctx, command).Decode(&current); err != nil {
		return nil, err
	}
	if current.Sync {
		list = append(list, "all writes wait for db.fsyncUnlock()")
	}
	for _, op := range current.Ops {
		if sessionID(op.Session) != sessionID(s.work.ID()) {
			list = append(list, op.String())
		}
	}
	return list, nil
}

// holders is a text of the blockers, for an error.
func (s *store) holders(ctx context.Context) string {
	list, err := s.blockers(ctx)
	switch {
	case err != nil:
		return fmt.Sprintf("; which one cannot be read: %v", err)
	case list == nil:
		return "; none has one now"
	}
	return ":\n  " + strings.Join(list, "\n  ") + "\n "
}

// guards notes how long a lost session of ours can stop the application, and who would stop run.
func (s *store) guards(ctx context.Context, p *migrate.Plan) {
	list, _ := s.blockers(ctx)
	for _, b := range list {
		p.Notes = append(p.Notes, "run waits for this if it has to do with the documents: "+b)
	}
	if !s.transactions {
		return
	}
	const name = "transactionLifetimeLimitSeconds"
	lifetime := func(client *mongo.Client, where string) {
		ctx, stop := context.WithTimeout(ctx, mongoPatience/2)
		defer stop()
		var reply bson.Raw
		err := client.Database("admin").RunCommand(ctx, bson.D{{Key: "getParameter", Value: 1}, {Key: name, Value: 1}}).Decode(&reply)
		limit, _ := reply.Lookup(name).AsInt64OK()
		switch {
		case err != nil:
			p.Notes = append(p.Notes, fmt.Sprintf("%s of %s cannot be read (%v): if run is lost, its last transaction blocks writers of its documents for up to 1.5 times that many seconds (60 by default)", name, where, err))
		case limit > 60:
			p.Notes = append(p.Notes, fmt.Sprintf("%s of %s is %d: if run is lost, its last transaction blocks writers of its documents for up to 1.5 times that many seconds. To shorten this, set it to 60 while you migrate: db.adminCommand({setParameter: 1, %s: 60})", name, where, limit, name))
		}
	}
	if !s.sharded {
		lifetime(s.client, "the server")
		lagging(p, s.members, "")
		return
	}
	var shards []struct {
		Host string `bson:"host"`
	}
	cursor, err := s.client.Database("config").Collection("shards").Find(ctx, bson.D{})
	if err == nil {
		err = cursor.All(ctx, &shards)
	}
	if err != nil {
		p.Notes = append(p.Notes, fmt.Sprintf("%s of the shards cannot be read: %v", name, err))
	}
	members := 0 // of the set that has most
	for _, shard := range shards {
		set, hosts, _ := strings.Cut(shard.Host, "/")
		members = max(members, strings.Count(hosts, ",")+1)
		o := *s.options
		o.SetHosts(strings.Split(hosts, ",")).SetReplicaSet(set)
		client, err := mongo.Connect(&o)
		if err != nil {
			p.Notes = append(p.Notes, fmt.Sprintf("%s of %s cannot be read: %v", name, shard.Host, err))
			continue
		}
		lifetime(client, shard.Host)
		client.Disconnect(context.WithoutCancel(ctx))
	}
	lagging(p, members, ", on each shard,")
}
