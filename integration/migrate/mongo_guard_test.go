package migrate

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// A holder is a proxy that holds the message of the command that has the last of some texts,
// after those with the others, and all that comes after it on its connection.
type holder struct {
	held    chan struct{} // closed when it holds the message
	release func()
	address string // for the command
}

// newHolder returns a holder before the server of a URL.
func newHolder(t testing.TB, address string, texts ...[]byte) *holder {
	u := kit.Must(url.Parse(address))(t)
	server := u.Host
	listener := kit.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { listener.Close() })
	u.Host, u.RawQuery = listener.Addr().String(), "directConnection=true"
	goOn := make(chan struct{})
	h := &holder{held: make(chan struct{}), release: sync.OnceFunc(func() { close(goOn) }), address: u.String()}
	t.Cleanup(h.release)
	var mu sync.Mutex
	forward := func(server, client net.Conn) {
		defer server.Close()
		buf := make([]byte, 1<<20)
		for {
			n, err := client.Read(buf)
			mu.Lock()
			seen := len(texts) > 0 && bytes.Contains(buf[:n], texts[0])
			if seen {
				texts = texts[1:]
			}
			hold := seen && len(texts) == 0
			mu.Unlock()
			if hold {
				close(h.held)
				<-goOn
			}
			if _, e := server.Write(buf[:n]); err != nil || e != nil {
				return
			}
		}
	}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", server)
			if err != nil {
				client.Close()
				continue
			}
			go forward(server, client)
			go func() {
				io.Copy(client, server)
				client.Close()
			}()
		}
	}()
	return h
}

// element is a string element of a BSON document, as a command begins with its name and collection.
func element(key, value string) []byte {
	b := binary.LittleEndian.AppendUint32(append([]byte("\x02"+key), 0), uint32(len(value)+1))
	return append(append(b, value...), 0)
}

// TestMongoLate suspends a process that has just sent a statement, which arrives when others
// have got its lock, migrated and ended: it must change nothing any more. The process ends with
// "run it again". In the quick run these are statements of four kinds; that every statement may
// come late is what the fake stores of cmd/internal/migrate's TestDriver try.
func TestMongoLate(t *testing.T) {
	t.Parallel()
	commit, update := []byte("\x10commitTransaction\x00"), element("update", "c")
	switched := element("state", "switched")
	const run, undo = "run", "undo"
	for _, test := range []struct {
		name   string
		flags  string
		verb   string // what is suspended
		hold   [][]byte
		others []string // what others do meanwhile
	}{
		{"offline fields", "c.id", run, [][]byte{update}, []string{undo}},
		{"offline fields, commit", "c.id", run, [][]byte{update, commit}, []string{undo}},
		{"offline fields, run", "c.id", run, [][]byte{update}, []string{run}},
		{"undo offline fields", "c.id", undo, [][]byte{update}, []string{undo, run}},
		{"offline _id", "c._id c.id", run, [][]byte{element("insert", "c")}, []string{undo}},
		{"online fields", "c.id --online", run, [][]byte{update}, []string{undo}},
		{"online fields, commit", "c.id --online", run, [][]byte{update, commit}, []string{undo}},
		{"online _id", "c._id c.id --online", run, [][]byte{element("delete", "c")}, []string{undo}},
		{"undo online fields", "c.id --online", undo, [][]byte{update}, []string{undo, run}},
		{"begin", "c.id", run, [][]byte{element("insert", "uuidkit_migration")}, []string{run, undo}},
		{"begin, commit", "c.id", run, [][]byte{commit}, []string{run, undo}},
		{"kept", "c.mixed", run, [][]byte{element("update", "uuidkit_kept")}, []string{undo}},
		{"switched", "c.id", run, [][]byte{switched}, []string{undo}},
		{"undone", "c.id", undo, [][]byte{element("delete", "uuidkit_migration")}, []string{undo, run}},
		{"cleaned up", "c.id", "cleanup", [][]byte{element("delete", "uuidkit_migration")}, []string{undo, run}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if !slices.Contains([]string{"offline fields, commit", "online _id", "begin", "switched"}, test.name) {
				long(t)
			}
			t.Parallel()
			db, address := openMongo(t)
			var before, after []bson.D
			for i := range 150 {
				u := uuids.NewV4()
				mixed := []encoder{text, text, hex}[i%3]
				make := func(e encoder) bson.D {
					doc := bson.D{{Key: "_id", Value: i}, {Key: "n", Value: i}, {Key: "id", Value: e(u)}, {Key: "mixed", Value: mixed(u)}}
					if strings.Contains(test.flags, "_id") {
						doc[0].Value = e(u)
					}
					return doc
				}
				before, after = append(before, make(text)), append(after, make(native))
			}
			insertMongo(t, db.Collection("c"), before)
			args := func(verb, address string) []string {
				switch flags := strings.Fields(test.flags); {
				case verb == run:
					return append([]string{run, address}, flags...)
				case verb == undo && slices.Contains(flags, "--online") && !strings.Contains(test.flags, "_id"):
					return []string{undo, address, "--online"}
				}
				return []string{verb, address}
			}
			if test.verb != run {
				must(t, done, args(run, address)...)
			}
			h := newHolder(t, address, test.hold...)
			p := start(t, args(test.verb, h.address)...)
			select {
			case <-h.held:
			case <-time.After(time.Minute):
				p.cmd.Process.Kill()
				_, out := p.wait(t, nil)
				t.Fatalf("it has not sent the statement: %s", out)
			}
			kit.Check(t, p.cmd.Process.Signal(syscall.SIGSTOP))
			expire(t, db)
			for _, verb := range test.others {
				must(t, done, args(verb, address)...)
			}
			want, others := raw(t, before), left(t, db)
			if test.others[len(test.others)-1] == run {
				want = raw(t, after)
			}
			state := migrations(t, db)
			h.release()
			kit.Check(t, p.cmd.Process.Signal(syscall.SIGCONT))
			status, out := p.wait(t, nil)
			same(t, "after it: "+out, rawMongo(t, db.Collection("c")), want)
			same(t, "migrations", migrations(t, db), state)
			same(t, "collections", left(t, db), others)
			if status != interrupted {
				t.Errorf("status %d: %s", status, out)
			}
		})
	}
}

// migrations returns the ids and states of the migrations.
func migrations(t testing.TB, db *mongo.Database) (list []string) {
	t.Helper()
	cursor := kit.Must(db.Collection("uuidkit_migration").Find(t.Context(), bson.D{{Key: "state", Value: bson.D{{Key: "$exists", Value: true}}}}))(t)
	for cursor.Next(t.Context()) {
		list = append(list, cursor.Current.Lookup("_id").StringValue()+" "+cursor.Current.Lookup("state").StringValue())
	}
	kit.Check(t, cursor.Err())
	return list
}

// TestMongoUnended has a process that may not end the session of another that has lost its lock:
// it changes nothing until an administrator has done so.
func TestMongoUnended(t *testing.T) {
	long(t)
	t.Parallel()
	db, address := openMongo(t)
	docs := []bson.D{{{Key: "_id", Value: 1}, {Key: "n", Value: 1}, {Key: "id", Value: uuids.NewV4().String()}}}
	insertMongo(t, db.Collection("c"), docs)
	h := newHolder(t, address, element("update", "c"), []byte("\x10commitTransaction\x00"))
	p := start(t, "run", h.address, "c.id")
	<-h.held
	kit.Check(t, p.cmd.Process.Signal(syscall.SIGSTOP))
	expire(t, db)
	kit.Must(db.Collection("uuidkit_migration").UpdateByID(t.Context(), "lock", bson.D{{Key: "$unset", Value: bson.D{{Key: "session", Value: 1}}}}))(t)
	out := must(t, conflict, "undo", address)
	same(t, "after "+out, rawMongo(t, db.Collection("c")), raw(t, docs))
	saidCommand(t, db, out, "killSessions")
	must(t, done, "undo", address)
	h.release()
	kit.Check(t, p.cmd.Process.Signal(syscall.SIGCONT))
	if status, out := p.wait(t, nil); status != interrupted {
		t.Errorf("status %d: %s", status, out)
	}
	same(t, "after all", rawMongo(t, db.Collection("c")), raw(t, docs))
}
