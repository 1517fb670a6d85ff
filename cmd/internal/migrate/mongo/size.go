package mongo

import (
	"context"
	"errors"
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// maxDocument is how many bytes a document has at most.
const maxDocument = 16 << 20

// room is how many bytes more a document takes, at most, in another document: set aside, or in uuidkit_moving.
func (s *store) room(p *migrate.Plan, t *mongoTable, id bson.RawValue, bad bool) int {
	if !bad && (t.id() == nil || s.transactions) {
		return 0
	}
	return 128 + 4*(len(t.Name)+len(p.BadRows)) + 2*len(id.Value)
}

// sizes are the documents that run could not write.
type sizes struct {
	grows    int // so many bytes in run, the document that is read now
	refusals []migrate.Refusal
}

// convert adds a value that has a form.
func (l *sizes) convert(v bson.RawValue, to string) {
	size := 4 + 1 + 16
	if to == migrate.ToText {
		size = 4 + 36 + 1
	}
	l.grows += size - len(v.Value)
}

// add ends a document. What undo writes is not larger than it was.
func (l *sizes) add(s *store, p *migrate.Plan, t *mongoTable, doc bson.Raw, bad bool) {
	bad = bad && p.BadRows != ""
	size := len(doc)
	if !bad {
		size += max(l.grows, 0)
	}
	l.grows = 0
	id := doc.Lookup("_id")
	if size+s.room(p, t, id, bad) <= maxDocument {
		return
	}
	if n := len(l.refusals); n == 0 || l.refusals[n-1].Object != t.Name {
		l.refusals = append(l.refusals, migrate.Refusal{Kind: migrate.KindValue, Object: t.Name,
			Reason: "documents would become larger than 16 MB while run converts or moves them, and MongoDB takes none of them",
			Manual: "shorten or delete them"})
	}
	last := &l.refusals[len(l.refusals)-1]
	if len(last.Keys) < migrate.MaxKeys {
		last.Keys = append(last.Keys, fmt.Sprintf("_id %s: %d bytes", relaxed(id), len(doc)))
	}
}

// errTooLarge ends a batch with a document that would become too large. batches finds it.
var errTooLarge = errors.New("a document would become larger than 16 MB")

// isTooLarge reports whether the error is errTooLarge, or one of the server's for an update: it has another one for a
// document that is more than 16 KB too large.
func isTooLarge(err error) bool {
	const afterUpdate, object = 17419, 10334
	e := mongo.ServerError(nil)
	return errors.Is(err, errTooLarge) || errors.As(err, &e) && (e.HasErrorCode(afterUpdate) || e.HasErrorCode(object))
}

// tooLarge says what to do with a document. The next process does not compare it with what it was.
func (r *runner) tooLarge(ctx context.Context, t *mongoTable, id any) error {
	if err := r.change(ctx, r.p.ID, d("$set", d("sums", nil))); err != nil {
		return err
	}
	return migrate.Errorf(migrate.CodeInterrupted, "migrate: the document of %s with _id %s would become larger than 16 MB: shorten it, and give the command again", t.Name, relaxed(id))
}
