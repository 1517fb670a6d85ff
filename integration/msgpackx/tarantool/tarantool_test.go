package tarantool_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"reflect"
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
	for range 100 {
		if c, err := dial(address); err == nil {
			t.Cleanup(func() { c.Close() })
			return c
		}
		time.Sleep(100 * time.Millisecond)
	}
	return kit.Must(dial(address))(t)
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
		require('ffi').cdef('int getppid(void);')
		require('fiber').create(function() -- ends the server if the test is killed
			while require('ffi').C.getppid() == %d do require('fiber').sleep(0.5) end
			os.exit()
		end)
	`, dir, address, os.Getpid())
	kit.Check(t, os.WriteFile(script, []byte(lua), 0o600))
	var output strings.Builder
	server.Stdout, server.Stderr = &output, &output
	kit.Check(t, server.Start())
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
	space := "uuidkit_" + strings.ReplaceAll(uuid.New().String(), "-", "")
	id := eval[[]int](t, c, `
		local s = box.schema.space.create(..., {format = {
			{'id', 'uuid'}, {'name', 'string'}, {'parent', 'uuid', is_nullable = true}}})
		s:create_index('primary', {parts = {{1, 'uuid'}}})
		return s.id`, space)[0]
	t.Cleanup(func() { eval[[]any](t, c, `box.space[...]:drop()`, space) })
	insert := func(fields ...any) error {
		var inserted []row
		return c.call(insertRequest, map[int]any{spaceID: id, tuple: fields}, &inserted)
	}

	// Tarantool 2.6 stores and returns UUIDs of the future variant, the Max UUID among
	// them, but to its Lua they are invalid MessagePack. So they come last.
	var future, texts []string
	for _, s := range vectors.All {
		if uuid.MustParse(s).Variant() == uuid.VariantFuture {
			future = append(future, s)
		} else {
			texts = append(texts, s)
		}
	}
	var want []row
	add := func(texts []string) {
		for _, s := range texts {
			r := row{ID: uuid.MustParse(s), Name: s}
			if len(want) > 0 {
				r.Parent = &want[0].ID
			}
			kit.Check(t, insert(r.ID, r.Name, r.Parent))
			want = append(want, r)
		}
	}
	add(texts)
	// The server's own functions say what it has.
	said := eval[[]string](t, c, `
		local ffi, said = require('ffi'), {}
		for _, row in box.space[...]:pairs() do
			assert(ffi.istype('struct tt_uuid', row.id) and tostring(row.id) == row.name)
			table.insert(said, row.name)
		end
		return unpack(said)`, space)
	if slices.Sort(texts); !slices.Equal(said, texts) {
		t.Errorf("the server has, in its order, %v, want %v", said, texts)
	}
	add(future)

	// By key, typed and not.
	for _, w := range want {
		body := map[int]any{spaceID: id, indexID: 0, limit: 10, offset: 0, iterator: equal, key: []any{w.ID}}
		var rows []row
		if err := c.call(selectRequest, body, &rows); err != nil || !reflect.DeepEqual(rows, []row{w}) {
			t.Errorf("%v: got %v, %v, want %v", w.ID, rows, err, w)
		}
		var tuples [][]any
		if err := c.call(selectRequest, body, &tuples); err != nil || len(tuples) != 1 || tuples[0][0] != any(w.ID) {
			t.Errorf("%v: into any: %v, %v", w.ID, tuples, err)
		}
	}

	// Whole lists, both ways.
	list := make(uuid.UUIDs, 100)
	uuid.FillV7(list)
	if lists := eval[[]uuid.UUIDs](t, c, `
		local ffi, uuid, back = require('ffi'), require('uuid'), {}
		for _, id in ipairs(...) do
			assert(ffi.istype('struct tt_uuid', id))
			table.insert(back, uuid.fromstr(tostring(id)))
		end
		return back`, list); len(lists) != 1 || !slices.Equal(lists[0], list) {
		t.Errorf("got %v, want %v", lists, list)
	}

	// A UUID that the server makes, and one that is null.
	news := eval[[]uuid.NullUUID](t, c, `return require('uuid').new(), nil`)
	if len(news) != 2 || news[0].UUID.Version() != 4 || news[1].Valid {
		t.Errorf("got %v, want a version 4 and null", news)
	}

	for _, bad := range []struct {
		id     any
		reason string
	}{
		{vectors.U[:], "uuid"}, {vectors.Text, "uuid"}, {nil, "uuid"}, {1, "uuid"}, // the field's type
		{want[0].ID, "Duplicate"},
	} {
		if err := insert(bad.id, "bad", nil); err == nil || !strings.Contains(err.Error(), bad.reason) {
			t.Errorf("%T %v: got %v, want an error of %s", bad.id, bad.id, err, bad.reason)
		}
	}
}
