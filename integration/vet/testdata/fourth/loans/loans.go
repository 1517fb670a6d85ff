// Package loans keeps which museum has borrowed which picture.
package loans

import (
	"context"
	"net/http"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Loan struct {
	ID       uuid.UUID   `bson:"_id"`
	Borrower uuid.UUID   `bson:"borrower"`
	Pictures []uuid.UUID `bson:"pictures"`
	Courier  uuid.UUID
	Invoice  string `bson:"invoice"`
}

type Store struct{ c *mongo.Collection }

func New(db *mongo.Database) *Store { return &Store{db.Collection("loans")} }

func (s *Store) Get(ctx context.Context, id uuid.UUID) (*Loan, error) {
	var l Loan
	err := s.c.FindOne(ctx, bson.M{"_id": id.String()}).Decode(&l) // WRONG(bsontext): text for a UUID
	if err != nil {
		return nil, err
	}
	return &l, nil
}

func (s *Store) GetRight(ctx context.Context, id uuid.UUID) (*Loan, error) {
	var l Loan
	err := s.c.FindOne(ctx, bson.M{"_id": id}).Decode(&l)
	if err != nil {
		return nil, err
	}
	return &l, nil
}

func (s *Store) OfBorrower(ctx context.Context, who uuid.UUID) ([]Loan, error) {
	filter := bson.D{{Key: "borrower", Value: who.String()}} // WRONG(bsontext): text in a D
	cur, err := s.c.Find(ctx, filter, options.Find().SetLimit(50))
	if err != nil {
		return nil, err
	}
	var out []Loan
	return out, cur.All(ctx, &out)
}

func (s *Store) OfBorrowerRight(ctx context.Context, who uuid.UUID) ([]Loan, error) {
	filter := bson.D{{Key: "borrower", Value: who}}
	cur, err := s.c.Find(ctx, filter, options.Find().SetLimit(50))
	if err != nil {
		return nil, err
	}
	var out []Loan
	return out, cur.All(ctx, &out)
}

func (s *Store) Assign(ctx context.Context, loan, courier uuid.UUID) error {
	text := courier.String()
	_, err := s.c.UpdateByID(ctx, loan, bson.M{"$set": bson.M{"courier": text}}) // WRONG(bsontext): an update adds text
	return err
}

func (s *Store) AssignRight(ctx context.Context, loan, courier uuid.UUID) error {
	_, err := s.c.UpdateByID(ctx, loan, bson.M{"$set": bson.M{"courier": courier}})
	return err
}

func (s *Store) Handle(w http.ResponseWriter, r *http.Request) {
	n, err := s.c.CountDocuments(r.Context(), bson.M{"borrower": r.PathValue("museum")}) // WRONG(bsontext): text of a request
	if err != nil || n == 0 {
		http.NotFound(w, r)
	}
}

func (s *Store) HandleRight(w http.ResponseWriter, r *http.Request) {
	museum, err := uuid.Parse(r.PathValue("museum"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	n, err := s.c.CountDocuments(r.Context(), bson.M{"borrower": museum})
	if err != nil || n == 0 {
		http.NotFound(w, r)
	}
}

func (s *Store) Drop(ctx context.Context, ids []uuid.UUID) (int64, error) {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = id.String()
	}
	res, err := s.c.DeleteMany(ctx, bson.M{"_id": bson.M{"$in": texts}}) // WRONG(bsontext): a list of texts
	if err != nil {
		return 0, err
	}
	return res.DeletedCount, nil
}

func (s *Store) DropRight(ctx context.Context, ids []uuid.UUID) (int64, error) {
	res, err := s.c.DeleteMany(ctx, bson.M{"_id": bson.M{"$in": ids}})
	if err != nil {
		return 0, err
	}
	return res.DeletedCount, nil
}

func (s *Store) NotOf(ctx context.Context, who uuid.UUID) (int64, error) {
	return s.c.CountDocuments(ctx, bson.D{{Key: "borrower", Value: bson.D{{Key: "$ne", Value: who.String()}}}}) // WRONG(bsontext): all differ
}

func (s *Store) NotOfRight(ctx context.Context, who uuid.UUID) (int64, error) {
	return s.c.CountDocuments(ctx, bson.D{{Key: "borrower", Value: bson.D{{Key: "$ne", Value: who}}}})
}

func (s *Store) byKey(id uuid.UUID) bson.E {
	return bson.E{Key: "_id", Value: id.String()} // WRONG(bsontext): an E
}

func (s *Store) byKeyRight(id uuid.UUID) bson.E {
	return bson.E{Key: "_id", Value: id}
}

func (s *Store) Invoice(ctx context.Context, ref uuid.UUID) *mongo.SingleResult {
	return s.c.FindOne(ctx, bson.M{"invoice": ref.String()})
}

func (s *Store) Report(l Loan) bson.M {
	return bson.M{"loan_text": l.ID.String(), "invoice": l.Invoice}
}

func (s *Store) Log(l Loan) map[string]string {
	return map[string]string{"_id": l.ID.String(), "borrower": l.Borrower.String()}
}

var _ = []any{(*Store).byKey, (*Store).byKeyRight}
