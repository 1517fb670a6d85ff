package mongo

import (
	"context"
	"errors"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// Batches end at so many documents or bytes. Those in transactions are small, as writers of
// their documents wait for them.
const (
	mongoBatch = 1000
	mongoSmall = 200
	mongoBytes = 4 << 20

	mongoPasses = 10          // over all collections, while writers go on
	mongoQuiet  = time.Second // so long nobody has written the old form in the end
)

// sleep waits, unless ctx is cancelled.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
	return ctx.Err()
}

// verify compares the documents with what they were, but for the forms of the ids. In a run
// --online each transaction has done so.
func (r *runner) verify(ctx context.Context, sums map[string]mongoSum, left unconverted) error {
	if list := r.remaining(left); len(list) > 0 || left.late {
		code, advice := migrate.CodeDiffers, "stop the writers, undo, and run again"
		switch {
		case r.Online:
			code, advice = migrate.CodeInterrupted, "it still writes that form: when it no longer does, give the same command again"
		case r.undo: // and the next one does not compare with the documents before this one
			advice = "stop the writers, and undo again"
			if err := r.change(ctx, r.p.ID, d("$set", d("sums", nil))); err != nil {
				return err
			}
		}
		return migrate.Errorf(code, "migrate: the application wrote values in the other form during the migration: %s\n  %s", advice, strings.Join(list, "\n  "))
	}
	for name, sum := range sums {
		was := r.state.Sums[name]
		if r.Online || was == sum {
			continue
		}
		if r.undo { // so that the next undo does not compare with these
			set := d("$set", bson.D{{Key: "state", Value: migrate.Copying}, {Key: "sums", Value: sums}})
			if err := r.change(ctx, r.p.ID, set); err != nil {
				return err
			}
			return migrate.Errorf(migrate.CodeDiffers, "migrate: all ids have the old form, but %s has not the same documents: %d before, %d now: if the application has written meanwhile, that is why, and undo ends here if you give the command again",
				name, was.Documents, sum.Documents)
		}
		return migrate.Errorf(migrate.CodeDiffers, "migrate: %s has not the same documents: %d before, %d now: if the application has written meanwhile, stop it, undo, and run again",
			name, was.Documents, sum.Documents)
	}
	if r.undo {
		return nil
	}
	if len(left.bad) > 0 {
		return migrate.Errorf(migrate.CodeInterrupted, "migrate: the application wrote values that are no UUIDs, or that have a form which the plan has not found: correct them, and run again:\n  %s", strings.Join(left.bad, "\n  "))
	}
	now, specs, err := r.catalog(ctx, r.p.Tables)
	if err != nil {
		return err
	}
	for _, t := range r.p.Tables {
		if was := r.p.Created[t.Name]; now[t.Name] != was {
			return r.redefined(ctx, t.Name, was, specs)
		}
	}
	return nil
}

// remaining are the values that have not been converted.
func (r *runner) remaining(left unconverted) []string {
	if r.undo {
		return left.new
	}
	return left.old
}

// batches calls do with the _ids of the documents that the filter finds and that want accepts, in the
// order. When do returns errConflicts, or a document would be too large, it calls do with each half. It returns
// whether do has changed one.
func (r *runner) batches(ctx context.Context, t *mongoTable, filter, order, projection bson.D, want func(doc bson.Raw) (bool, error), size int, do func(ctx context.Context, ids bson.A) (int, error)) (changed bool, err error) {
	const length = "uuidkit_size"
	projection = append(projection, bson.E{Key: length, Value: d("$bsonSize", "$$ROOT")})
	var convert func(ids bson.A) error
	convert = func(ids bson.A) error {
		n, err := do(ctx, ids)
		conflicts, large := errors.Is(err, errConflicts), isTooLarge(err)
		if half := len(ids) / 2; (conflicts || large) && half > 0 {
			if err = convert(ids[:half]); err == nil {
				err = convert(ids[half:])
			}
			return err
		}
		switch {
		case conflicts:
			err = r.inConflict(ctx, t, ids[0])
		case large:
			err = r.tooLarge(ctx, t, ids[0])
		}
		r.progress.Add(int64(n))
		changed = changed || n > 0
		if err == nil && n > 0 {
			err = sleep(ctx, r.Pause)
		}
		return err
	}
	var ids bson.A
	var bytes int64
	flush := func() error {
		batch := ids
		ids, bytes = nil, 0
		if len(batch) == 0 {
			return nil
		}
		return convert(batch)
	}
	o := options.Find().SetProjection(projection).SetSort(order).SetBatchSize(mongoBatch)
	err = r.find(ctx, t.Name, filter, func(doc bson.Raw) error {
		if want != nil {
			if ok, err := want(doc); err != nil || !ok {
				return err
			}
		}
		n, _ := doc.Lookup(length).AsInt64OK()
		ids, bytes = append(ids, cloned(doc.Lookup("_id"))), bytes+n
		if len(ids) < size && bytes < mongoBytes {
			return nil
		}
		return flush()
	}, o)
	if err == nil {
		err = flush()
	}
	return changed, err
}

// updateAll converts the fields of a collection, but for its _id.
func (r *runner) updateAll(ctx context.Context, t *mongoTable) (changed bool, err error) {
	filter, _ := t.update(r.undo, nil)
	if len(filter[0].Value.(bson.A)) == 0 {
		return false, nil
	}
	size := mongoBatch
	if r.Online {
		size = mongoSmall
	}
	return r.batches(ctx, t, filter, r.order, d("_id", 1), nil, size, func(ctx context.Context, ids bson.A) (n int, err error) {
		statements, err := r.statements(ctx, t, ids)
		if err != nil {
			return 0, err
		}
		in := d("_id", d("$in", ids))
		err = r.transaction(ctx, limitConflicts(len(ids), func(ctx context.Context) error {
			if !r.Online {
				n, err = r.update(ctx, t, statements)
				return err
			}
			before, err := r.documents(ctx, t.Name, in)
			if err != nil {
				return err
			}
			if n, err = r.update(ctx, t, statements); err != nil {
				return err
			}
			after, err := r.documents(ctx, t.Name, in)
			if err != nil {
				return err
			}
			return t.same(before, after)
		}))
		return n, err
	})
}

// same compares documents before and after a conversion.
func (t *mongoTable) same(before, after []bson.Raw) error {
	was, err := t.sum(before)
	if err != nil {
		return err
	}
	is, err := t.sum(after)
	if err == nil && is != was {
		err = migrate.Errorf(migrate.CodeDiffers, "migrate: %d documents of %s would not be the same but for the form of their ids: none of these was changed", len(before), t.Name)
	}
	return err
}

// statements are those that convert the documents of these ids. Each of the documents with
// values that undo cannot compute has its own.
func (r *runner) statements(ctx context.Context, t *mongoTable, ids bson.A) (list bson.A, err error) {
	kept := map[string][]keptForm{}
	if r.undo && t.mixed() {
		if kept, err = r.kept(ctx, t, ids); err != nil {
			return nil, err
		}
	}
	add := func(ids bson.A, filter bson.D, pipeline bson.A) {
		if len(ids) > 0 && pipeline != nil {
			list = append(list, bson.D{{Key: "q", Value: append(bson.D{{Key: "_id", Value: d("$in", ids)}}, filter...)}, {Key: "u", Value: pipeline}, {Key: "multi", Value: true}})
		}
	}
	var plain bson.A
	for _, id := range ids {
		if forms := kept[t.key(id.(bson.RawValue)).String()]; forms != nil {
			filter, pipeline := t.update(r.undo, forms)
			add(bson.A{id}, filter, pipeline)
		} else {
			plain = append(plain, id)
		}
	}
	filter, pipeline := t.update(r.undo, nil)
	add(plain, filter, pipeline)
	return list, nil
}

// update executes statements, and returns how many documents they have changed.
func (r *runner) update(ctx context.Context, t *mongoTable, statements bson.A) (changed int, err error) {
	for len(statements) > 0 {
		size, n := 0, 0
		for n < len(statements) && (n == 0 || size < mongoBytes) { // a command has 16 MiB at most
			raw, err := bson.Marshal(statements[n])
			if err != nil {
				return changed, err
			}
			size, n = size+len(raw), n+1
		}
		done, err := r.command(ctx, t, statements[:n])
		if changed += done; err != nil {
			return changed, err
		}
		statements = statements[n:]
	}
	return changed, nil
}

// command is update with one command.
func (r *runner) command(ctx context.Context, t *mongoTable, statements bson.A) (int, error) {
	command := bson.D{{Key: "update", Value: t.Name}, {Key: "updates", Value: statements}}
	if !r.transactions { // else it is that of the commit
		command = append(command, bson.E{Key: "writeConcern", Value: bson.D{{Key: "w", Value: "majority"}, {Key: "j", Value: true}}})
	}
	var reply struct {
		Modified int `bson:"nModified"`
	}
	if err := r.db.RunCommand(ctx, command).Decode(&reply); err != nil {
		return 0, running(err)
	}
	return reply.Modified, nil
}
