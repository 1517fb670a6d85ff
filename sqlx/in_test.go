package sqlx_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestIn(t *testing.T) {
	const none = "(SELECT NULL FROM (SELECT NULL) AS t WHERE 1=0)"
	u, other := vectors.Google(vectors.U), vectors.Google(vectors.Other)
	for _, test := range []struct {
		ids  []vectors.Google
		list string
		args []any
	}{
		{nil, none, nil},
		{[]vectors.Google{}, none, nil},
		{[]vectors.Google{u}, "(?)", []any{sqlx.Binary(u)}},
		{[]vectors.Google{u, other, u}, "(?,?,?)", []any{sqlx.Binary(u), sqlx.Binary(other), sqlx.Binary(u)}},
	} {
		list, args := sqlx.In[sqlx.Binary](test.ids)
		if list != test.list || !reflect.DeepEqual(args, test.args) {
			t.Errorf("%v: got %s, %v; want %s, %v", test.ids, list, args, test.list, test.args)
		}
	}
	list, args := sqlx.In[sqlx.Swapped](make([]uuid.UUID, 1000))
	if n := strings.Count(list, "?"); n != 1000 || len(args) != 1000 {
		t.Errorf("got %d placeholders and %d arguments, want 1000", n, len(args))
	}
}
