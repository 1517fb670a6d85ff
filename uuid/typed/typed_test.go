package typed_test

import (
	"reflect"
	"testing"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

// Kinds of ids. Their methods are on a value and on a pointer.
type (
	user   struct{ Name string } // not empty, as a model
	pre    struct{}
	preFix struct{}
	my     struct{}
	empty  struct{}
	plain  struct{}
	order  struct{}
)

func (*user) Prefix() string { return "user" }

func (pre) Prefix() string { return "prefix" }

func (preFix) Prefix() string { return "pre_fix" }

func (my) Prefix() string { return "my__type" }

func (empty) Prefix() string { return "" }

func (order) Prefix() string { return "order" }

const (
	userText = "user_01h455vb4pex5vsknk084sn02q"
	hexText  = "01890a5d-ac96-774b-bcce-b302099a8057"
)

var id = typed.ID[user](uuid.MustParse(hexText))

func TestKindsDiffer(t *testing.T) {
	if reflect.TypeFor[typed.ID[user]]().AssignableTo(reflect.TypeFor[typed.ID[order]]()) {
		t.Error("a user's id can be assigned to an order's")
	}
	a, b := typed.NewV7[user](), typed.NewV7[user]()
	if a.Compare(b) >= 0 || a.String() >= b.String() || uuid.UUID(a).Version() != 7 || b.Compare(b) != 0 {
		t.Errorf("New() = %v, then %v", a, b)
	}
	if !(typed.ID[user]{}).IsZero() || a.IsZero() {
		t.Error("IsZero")
	}
}
