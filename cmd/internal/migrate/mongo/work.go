package mongo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/uuid"
)

// A runner is a run, or an undo, of a process that has the lock.
type runner struct {
	*store
	migrate.How
	p        *migrate.Plan
	undo     bool
	progress *migrate.Progress // of the action that is done now

	state   mongoState // when it has begun
	changed bool       // a document, in the last pass over all collections
	order   bson.D     // in which updateAll reads documents
	idle    bool       // undo: run has not converted a document yet, nor kept all forms
}

// Run converts the fields, or goes on with a plan that was interrupted.
func (s *store) Run(_ context.Context, p *migrate.Plan, how migrate.How) (w migrate.Work, err error) {
	if reason, manual := s.offline(p, false); p.ID != "" && how.Online && reason != "" {
		return w, migrate.Errorf(migrate.CodeRefused, "migrate: --online: %s: %s", reason, manual)
	}
	return (&runner{store: s, How: how, p: p}).work(), nil
}

// Undo converts back, or goes on with an undo that was interrupted.
func (s *store) Undo(_ context.Context, st migrate.Status, how migrate.How) (w migrate.Work, err error) {
	if reason, manual := s.offline(st.Plan, true); how.Online && reason != "" {
		return w, migrate.Errorf(migrate.CodeRefused, "migrate: %s: %s", reason, manual)
	}
	return (&runner{store: s, How: how, p: st.Plan, undo: true}).work(), nil
}

// work is one pass over all collections, more of them while others write, and a comparison.
func (r *runner) work() migrate.Work {
	// The documents of a batch lie side by side. In the order of their ids each is on another page: that took
	// more than twice as long (MongoDB 8, 400,000 documents).
	r.order = d("$natural", 1)
	begin, end := r.action("read all documents", "", r.beginRun), r.action("note that run is done", "", r.endRun)
	if r.undo {
		begin, end = r.action("read all documents", "", r.beginUndo), r.action("forget the migration", "", r.endUndo)
	}
	var rows int64
	for _, t := range r.p.Tables {
		rows += t.Rows
	}
	begin.Rows = rows
	list := []migrate.Action{begin}
	for i, t := range mongoTables(r.p) {
		list = append(list, r.passes(i, t)...)
	}
	list = append(list, r.action("look for the old form again, and compare all documents", "", r.converge), end)
	for i := range list {
		if r.p.Online {
			list[i].Locks = mongoOnline
		}
	}
	return migrate.Work{Actions: list, Within: r.guarded}
}

// The locks of a plan.
const (
	mongoLocks  = "none: each document changes atomically. Until the end, readers see the old form in some documents and the new one in others. The application must not write meanwhile"
	mongoMoves  = "none for readers, who see the old _id in some documents and the new one in others until the end. The application must not write meanwhile"
	mongoOnline = "the documents of a batch: a writer of one of them waits for its transaction, about 10 ms. Readers see the old form in some and the new one in others until the end"
)

// action is one of the actions.
func (r *runner) action(does, sql string, do func(ctx context.Context) error) migrate.Action {
	a := migrate.Action{Does: does, Locks: mongoLocks, Do: func(ctx context.Context, progress *migrate.Progress) error {
		r.progress = progress
		return do(ctx)
	}}
	if sql != "" {
		a.SQL = []string{sql}
	}
	return a
}

// passes are the actions of the first pass over the collection of a number.
func (r *runner) passes(number int, t *mongoTable) (list []migrate.Action) {
	add := func(does, locks, sql string, convert func(context.Context, *mongoTable) (bool, error)) {
		a := r.action(does+" "+t.Name, sql, func(ctx context.Context) error {
			if convert == nil || r.idle {
				return nil
			}
			// The plan is that of this moment, and so are its forms.
			changed, err := convert(ctx, mongoTables(r.p)[number])
			r.changed = r.changed || changed
			return err
		})
		a.Locks, a.Rows = locks, t.Rows
		list = append(list, a)
	}
	manner := "in a transaction"
	if !r.transactions {
		manner = "with copies in " + movingTable + " meanwhile"
	}
	moves := r.moveAll // it sets bad documents aside, too
	aside := r.p.AsideOf(t.Name) != nil
	if aside && r.undo { // beginUndo does it
		add("move bad documents of", mongoMoves, fmt.Sprintf("db.getCollection(%q), %d at a time, %s: insert the documents that are in %s, and delete them there", t.Name, mongoSmall, manner, r.p.BadRows), nil)
	}
	if c := t.id(); c != nil && c.filters(r.undo) != nil {
		from, to := c.olds[0], c.new
		if r.undo {
			from, to = to, from
		}
		add("move", mongoMoves, fmt.Sprintf("db.getCollection(%q).find({\"$or\":%s}), %d at a time, %s: deleteMany, insertMany of the same documents with an _id of the form %s",
			t.Name, relaxed(c.filters(r.undo)), mongoSmall, manner, to), moves)
		moves = nil
	}
	if aside && !r.undo {
		add("move bad documents of", mongoMoves, fmt.Sprintf("db.getCollection(%q), %d at a time, %s: delete documents with bad values, and insert {collection, document} of each into %s", t.Name, mongoSmall, manner, r.p.BadRows), moves)
		moves = nil
	}
	filter, pipeline := t.update(r.undo, nil)
	if len(filter[0].Value.(bson.A)) == 0 {
		return list
	}
	add("convert", mongoLocks, r.updateText(t, filter, pipeline), func(ctx context.Context, t *mongoTable) (changed bool, err error) {
		if moves != nil { // a bad document may be new
			if changed, err = moves(ctx, t); err != nil {
				return changed, err
			}
		}
		is, err := r.updateAll(ctx, t)
		return changed || is, err
	})
	return list
}

// updateText is a statement of updateAll.
func (r *runner) updateText(t *mongoTable, filter bson.D, pipeline bson.A) string {
	size := mongoBatch
	if r.p.Online {
		size = mongoSmall
	}
	filter = append(bson.D{{Key: "_id", Value: d("$in", bson.A{fmt.Sprintf("the next %d ids", size)})}}, filter...)
	var stages []string
	for _, stage := range pipeline {
		stages = append(stages, relaxed(stage))
	}
	if stages == nil { // the most of the values had the new form already
		stages = []string{"those of the values in " + keptTable}
	}
	return fmt.Sprintf("db.getCollection(%q).updateMany(%s,\n  [%s])", t.Name, relaxed(filter), strings.Join(stages, ",\n   "))
}

// pass converts what has the old form, in all collections.
func (r *runner) pass(ctx context.Context) (changed bool, err error) {
	for _, t := range mongoTables(r.p) {
		for _, convert := range []func(context.Context, *mongoTable) (bool, error){r.moveAll, r.updateAll} {
			is, err := convert(ctx, t)
			if err != nil {
				return changed, err
			}
			changed = changed || is
		}
	}
	return changed, nil
}

// beginRun checks that the plan still holds, or goes on with it.
func (r *runner) beginRun(ctx context.Context) error {
	if r.p.ID == "" {
		if err := r.begin(ctx); err != nil {
			return errors.Join(err, r.dropEmpty(ctx))
		}
	}
	return r.prepare(ctx)
}

// begin checks that the plan still holds, and writes its document before the first change.
func (r *runner) begin(ctx context.Context) error {
	s, p := r.store, r.p
	now, sums, err := s.plan(ctx, p.Request, r.progress)
	if err != nil {
		return err
	}
	if err := now.Refused(); err != nil {
		return migrate.Coded(migrate.CodeConflict, fmt.Errorf("since the plan: %w: nothing was changed; plan says what to do", errors.Unwrap(err)))
	}
	if err := mongoHolds(p, now); err != nil {
		return err
	}
	hash := p.Hash
	*p = *now     // its forms are those of this moment: undo depends on them
	p.Hash = hash // that of --plan, with which the same command goes on
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

// beginUndo notes that undo has begun.
func (r *runner) beginUndo(ctx context.Context) error {
	if err := r.states().FindOne(ctx, d("_id", r.p.ID)).Decode(&r.state); err != nil {
		return err
	}
	r.idle = !r.state.Kept
	if !r.idle {
		if err := r.undoable(ctx); err != nil {
			return err
		}
	}
	if r.state.State != migrate.Undoing {
		set := d("$set", bson.D{{Key: "state", Value: migrate.Undoing}, {Key: "sums", Value: nil}})
		if err := r.change(ctx, r.p.ID, set); err != nil {
			return err
		}
	}
	if !r.idle {
		if err := r.prepare(ctx); err != nil {
			return err
		}
	}
	if r.p.BadRows == "" {
		return nil
	}
	return r.putBack(ctx) // before the passes: run --online can have set documents aside that have the new form
}

// prepare makes what convert needs: the sums of the documents before, the collections that
// transactions write to, and the list of values that undo cannot compute.
func (r *runner) prepare(ctx context.Context) (err error) {
	state := &r.state
	if err := r.states().FindOne(ctx, d("_id", r.p.ID)).Decode(state); err != nil {
		return err
	}
	if err := r.settle(ctx); err != nil {
		return err
	}
	set := bson.D{}
	if r.Online {
		state.Sums = nil // writers go on
		set = append(set, bson.E{Key: "sums", Value: nil})
	} else if state.Sums == nil {
		var left unconverted
		if state.Sums, left, err = r.read(ctx); err != nil {
			return err
		}
		if left.twice != nil { // written since run
			return migrate.Errorf(migrate.CodeRefused, "migrate: %s, and %s; then give the command again:\n  %s", isTwice, onceManual, strings.Join(left.twice, "\n  "))
		}
		set = append(set, bson.E{Key: "sums", Value: state.Sums})
	}
	if !r.undo && r.p.BadRows != "" {
		if err := r.create(ctx, r.p.BadRows); err != nil {
			return err
		}
	}
	if !r.undo && !state.Kept {
		for _, t := range mongoTables(r.p) {
			if err := r.keep(ctx, t); err != nil {
				return err
			}
		}
		set = append(set, bson.E{Key: "kept", Value: true})
	}
	if len(set) > 0 {
		err = r.change(ctx, r.p.ID, d("$set", set))
	}
	return err
}

// converge repeats the pass until nothing of the old form is left, and compares.
func (r *runner) converge(ctx context.Context) error {
	if r.idle {
		return nil
	}
	quiet := false
	for pass := 1; ; pass++ {
		if pass > 1 {
			r.order = bson.D{} // few are left: the server may find them by an index of the field
			var err error
			if r.changed, err = r.pass(ctx); err != nil {
				return err
			}
		}
		// Writers have gone on, and the balancer of a cluster can move documents past a statement.
		mayRepeat := (r.Online || r.sharded) && pass < mongoPasses
		if r.changed && mayRepeat {
			quiet = false
			continue
		}
		if r.Online && !quiet && !r.changed { // a writer of the old form may be slow, in the last pass, too: TestMongoOldWriter
			quiet = true
			if err := sleep(ctx, mongoQuiet); err != nil {
				return err
			}
			continue
		}
		if repeat, err := r.compare(ctx, mayRepeat); err != nil || !repeat {
			return err
		}
	}
}

// compare reads all documents. It reports whether another pass has to convert some.
func (r *runner) compare(ctx context.Context, mayRepeat bool) (repeat bool, err error) {
	// It drops the empty collection, and so waits until the majority, by which read reads, has all that was written before:
	// TestMongoBehind.
	if err := r.settle(ctx); err != nil {
		return false, err
	}
	sums, left, err := r.read(ctx)
	if err != nil {
		return false, err
	}
	if len(r.remaining(left)) > 0 && mayRepeat {
		return true, nil
	}
	// left has no value of the new form of a field that had some before run: only a pass knows which of them stay.
	if r.undo && slices.ContainsFunc(mongoTables(r.p), (*mongoTable).hadNew) {
		changed, err := r.pass(ctx)
		if err != nil || changed && mayRepeat {
			return changed, err
		}
		left.late = changed
	}
	if r.Online && r.longest > 0 {
		fmt.Fprintf(r.progress, "writers waited %s at most, for a transaction\n", r.longest.Round(time.Millisecond))
	}
	if r.Online && r.changed {
		left.late = true
	}
	return false, r.verify(ctx, sums, left)
}

// endRun notes that run is done, and how many documents it has set aside: with --online the application can have
// written some since the plan.
func (r *runner) endRun(ctx context.Context) error {
	set := d("state", migrate.Switched)
	if r.p.BadRows != "" {
		for _, t := range r.p.Tables {
			n, err := r.db.Collection(r.p.BadRows).CountDocuments(ctx, d("collection", t.Name))
			if err != nil {
				return err
			}
			if a := r.p.AsideOf(t.Name); a != nil {
				a.Rows = n
			} else if n > 0 {
				r.p.Aside = append(r.p.Aside, migrate.Aside{Table: t.Name, Into: r.p.BadRows, Rows: n, Keys: []string{}})
			}
		}
		text, err := r.p.Encode()
		if err != nil {
			return err
		}
		set = append(set, bson.E{Key: "plan", Value: text})
	}
	return r.change(ctx, r.p.ID, d("$set", set))
}

// endUndo forgets the migration.
func (r *runner) endUndo(ctx context.Context) error {
	// Ctrl-C between these steps would make the user call undo again, and undo an earlier migration.
	ctx = context.WithoutCancel(ctx)
	// An undo that is killed after this must not convert without what was kept. TestMongoIDKills guards it.
	if err := r.change(ctx, r.p.ID, d("$set", d("kept", false))); err != nil {
		return err
	}
	if err := r.forgetKept(ctx, r.p.ID); err != nil {
		return err
	}
	err := r.transaction(ctx, func(ctx context.Context) error {
		_, err := r.states().DeleteOne(ctx, d("_id", r.p.ID))
		return err
	})
	if err == nil {
		r.dropEmpty(ctx) // all is done without it
	}
	return err
}
