package tarantool_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/msgpackx/tarantool"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestMain(m *testing.M) {
	if err := msgpackx.Register[uuid.UUID](msgpackx.Ext(msgpackx.Tarantool)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// connect returns a connection to the Tarantool of the package documentation.
func connect(t *testing.T) *conn {
	address := os.Getenv("UUIDKIT_TARANTOOL")
	if address == "" {
		address = start(t)
	}
	var c *conn
	var err error
	for range 100 {
		if c, err = dial(address); err == nil {
			t.Cleanup(func() { c.Close() })
			return c
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal(err)
	return nil
}

// start starts a Tarantool, and returns its address.
func start(t *testing.T) string {
	dir := t.TempDir()
	script := filepath.Join(dir, "init.lua")
	server := kit.Need(tarantool.Command(t.Context(), t.Logf, script))(t)
	l := kit.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	address := l.Addr().String()
	l.Close()
	lua := fmt.Sprintf(`
		box.cfg{work_dir = %q, memtx_memory = 33554432, log_level = 2}
		box.schema.user.grant('guest', 'super')
		box.cfg{listen = %q}
	`, dir, address)
	if err := os.WriteFile(script, []byte(lua), 0o600); err != nil {
		t.Fatal(err)
	}
	var output strings.Builder
	server.Stdout, server.Stderr = &output, &output
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
		if t.Failed() {
			t.Log(output.String())
		}
	})
	return address
}

// A row is a tuple of the space that the test makes.
type row struct {
	_msgpack struct{} `msgpack:",as_array"`
	ID       uuid.UUID
	Name     string
	Parent   *uuid.UUID
}

func TestTarantool(t *testing.T) {
	c := connect(t)
	var made []int
	space := "uuidkit_" + strings.ReplaceAll(uuid.New().String(), "-", "")
	if err := c.eval(`
		local s = box.schema.space.create(..., {format = {
			{'id', 'uuid'}, {'name', 'string'}, {'parent', 'uuid', is_nullable = true}}})
		s:create_index('primary', {parts = {{1, 'uuid'}}})
		return s.id`, &made, space); err != nil || len(made) != 1 {
		t.Fatal(made, err)
	}
	t.Cleanup(func() {
		var none []any
		if err := c.eval(`box.space[...]:drop()`, &none, space); err != nil {
			t.Error(err)
		}
	})
	id := made[0]
	insert := func(fields ...any) error {
		var inserted []row
		return c.call(insertRequest, map[int]any{spaceID: id, tuple: fields}, &inserted)
	}

	var want []row
	texts := slices.Clone(vectors.All)
	// Tarantool 2.6 stores and returns these, the Max UUID among them, but to its
	// Lua they are invalid MessagePack.
	future := func(s string) bool { return uuid.MustParse(s).Variant() == uuid.VariantFuture }
	texts = slices.DeleteFunc(texts, future)
	for _, s := range texts {
		r := row{ID: uuid.MustParse(s), Name: s}
		if len(want) > 0 {
			r.Parent = &want[0].ID
		}
		if err := insert(r.ID, r.Name, r.Parent); err != nil {
			t.Fatal(err)
		}
		want = append(want, r)
	}

	// The server's own functions say what it has.
	var said []string
	if err := c.eval(`
		local ffi, said = require('ffi'), {}
		for _, row in box.space[...]:pairs() do
			assert(ffi.istype('struct tt_uuid', row.id) and tostring(row.id) == row.name)
			table.insert(said, row.name)
		end
		return unpack(said)`, &said, space); err != nil {
		t.Fatal(err)
	}
	slices.Sort(texts)
	if !slices.Equal(said, texts) {
		t.Errorf("the server has, in its order, %v, want %v", said, texts)
	}

	for _, s := range vectors.All {
		if r := (row{ID: uuid.MustParse(s), Name: s}); future(s) {
			if err := insert(r.ID, r.Name, nil); err != nil {
				t.Fatal(err)
			}
			want = append(want, r)
		}
	}
	if len(want) != len(vectors.All) {
		t.Errorf("the space has %d rows, want %d", len(want), len(vectors.All))
	}

	// By key, typed and not.
	for _, w := range want {
		body := map[int]any{spaceID: id, indexID: 0, limit: 10, offset: 0, iterator: equal, key: []any{w.ID}}
		var rows []row
		if err := c.call(selectRequest, body, &rows); err != nil || len(rows) != 1 || rows[0].ID != w.ID || rows[0].Name != w.Name {
			t.Errorf("%v: got %v, %v", w.ID, rows, err)
		} else if p := rows[0].Parent; (p == nil) != (w.Parent == nil) || p != nil && *p != *w.Parent {
			t.Errorf("%v: parent %v, want %v", w.ID, p, w.Parent)
		}
		var tuples [][]any
		if err := c.call(selectRequest, body, &tuples); err != nil || len(tuples) != 1 || tuples[0][0] != any(w.ID) {
			t.Errorf("%v: into any: %v, %v", w.ID, tuples, err)
		}
	}

	// Whole lists, both ways.
	list := make(uuid.UUIDs, 100)
	uuid.FillV7(list)
	var lists []uuid.UUIDs
	if err := c.eval(`
		local ffi, uuid, back = require('ffi'), require('uuid'), {}
		for _, id in ipairs(...) do
			assert(ffi.istype('struct tt_uuid', id))
			table.insert(back, uuid.fromstr(tostring(id)))
		end
		return back`, &lists, list); err != nil || len(lists) != 1 || !slices.Equal(lists[0], list) {
		t.Errorf("got %v, %v, want %v", lists, err, list)
	}

	// A UUID that the server makes, and one that is null.
	var news []uuid.NullUUID
	if err := c.eval(`return require('uuid').new(), nil`, &news); err != nil || len(news) != 2 || news[0].UUID.Version() != 4 || news[1].Valid {
		t.Errorf("got %v, %v, want a version 4 and null", news, err)
	}

	// Bin and text are no uuid to the server.
	for _, bad := range []any{vectors.U[:], vectors.Text, nil, 1} {
		if err := insert(bad, "bad", nil); err == nil || !strings.Contains(err.Error(), "uuid") {
			t.Errorf("%T: got %v, want an error of the field's type", bad, err)
		}
	}
	if err := insert(want[0].ID, "again", nil); err == nil || !strings.Contains(err.Error(), "Duplicate") {
		t.Errorf("a second %v: got %v, want an error", want[0].ID, err)
	}
}
