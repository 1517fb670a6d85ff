package migrate

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// A recorder keeps what a test would say.
type recorder struct {
	testing.TB
	text string
}

func (r *recorder) Helper()                        {}
func (r *recorder) Errorf(format string, a ...any) { r.text += fmt.Sprintf(format, a...) + "\n" }

// TestCompare sees that a row that is lost, doubled, altered or new is found, and half of a
// transaction, and that an unknown outcome may be either.
func TestCompare(t *testing.T) {
	t.Parallel()
	for what, want := range map[string]string{
		"nothing": "", "lost": "want", "twice": "twice", "altered": "want", "new": "nobody wrote",
		"doubt, done": "", "doubt, not done": "", "doubt, half": "in part",
	} {
		r := &recorder{TB: t}
		a := &app{TB: r, odd: map[cell]row{}}
		w := a.writer(0, rand.New(rand.NewPCG(1, 2)))
		stored := make([][]row, len(tables))
		for range 3 {
			u := w.fresh(users)
			w.put(users, u)
			stored[users] = append(stored[users], u)
		}
		first, fresh := stored[users][0], w.fresh(users)
		altered := append(row{}, first...)
		altered[2] = int64(5000)
		doubt := []statement{{users, first, altered}, {users, nil, fresh}}
		switch what {
		case "lost":
			stored[users] = stored[users][1:]
		case "twice":
			stored[users] = append(stored[users], first)
		case "altered":
			stored[users][0] = altered
		case "new":
			stored[users] = append(stored[users], fresh)
		case "doubt, done":
			w.doubt(doubt)
			stored[users][0] = altered
			stored[users] = append(stored[users], fresh)
		case "doubt, not done":
			w.doubt(doubt)
		case "doubt, half":
			w.doubt(doubt)
			stored[users][0] = altered
		}
		a.compare(what, stored)
		if (r.text == "") != (want == "") || !strings.Contains(r.text, want) {
			t.Errorf("%s: got %q, want %q", what, r.text, want)
		}
		if want == "" && (len(w.keys[users]) != len(w.rows) || len(w.doubts) > 0) {
			t.Errorf("%s: %d of %d rows are in use", what, len(w.keys[users]), len(w.rows))
		}
	}
}
