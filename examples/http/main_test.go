package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/examples/internal/program"
	"github.com/uuidkit/uuidkit/examples/internal/servers"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestAPI(t *testing.T) {
	pool, err := newPool(t.Context(), servers.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	server := httptest.NewServer(handler(pool))
	defer server.Close()

	// do returns the body of an answer, which must have the status.
	do := func(status int, method, path, body string) string {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		got, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != status {
			t.Fatalf("%s %s: got %d %s, want %d, error %v", method, path, resp.StatusCode, got, status, err)
		}
		return string(got)
	}
	create := func(body string) (note Note) {
		t.Helper()
		if err := json.Unmarshal([]byte(do(201, "POST", "/notes", body)), &note); err != nil {
			t.Fatal(err)
		}
		return note
	}

	first := create(`{"text": "Hello"}`)
	if first.ID.Version() != 7 || first.AnswerTo.Valid || first.Text != "Hello" {
		t.Errorf("got %+v", first)
	}
	second := create(`{"text": "World", "answer_to": "` + strings.ToUpper(first.ID.String()) + `"}`)
	if second.AnswerTo.UUID != first.ID {
		t.Errorf("got %+v, an answer to another note", second)
	}
	third := create(`{"text": "!", "answer_to": null, "id": "` + first.ID.String() + `"}`)
	if third.ID == first.ID || third.AnswerTo.Valid {
		t.Errorf("got %+v", third)
	}

	object := func(n Note, answerTo string) string {
		return `{"id":"` + n.ID.String() + `","answer_to":` + answerTo + `,"text":"` + n.Text + `"}`
	}
	one, two, three := object(first, "null"), object(second, `"`+first.ID.String()+`"`), object(third, "null")
	for path, want := range map[string]string{
		"/notes/" + first.ID.String():                   one,
		"/notes/" + strings.ToUpper(second.ID.String()): two,
		"/notes":         "[" + one + "," + two + "," + three + "]",
		"/notes?limit=2": "[" + one + "," + two + "]",
		"/notes?limit=2&after=" + second.ID.String():                       "[" + three + "]",
		"/notes?id=" + third.ID.String() + "&id=" + first.ID.String():      "[" + one + "," + three + "]",
		"/notes?id=" + uuid.Max().String():                                 "[]",
		"/notes?after=" + uuid.Max().String() + "&id=" + first.ID.String(): "[]",
	} {
		if got := do(200, "GET", path, ""); got != want+"\n" {
			t.Errorf("GET %s: got %s, want %s", path, got, want)
		}
	}
	do(422, "POST", "/notes", `{"text": "?", "answer_to": "`+uuid.Max().String()+`"}`)
	do(404, "GET", "/notes/"+uuid.Max().String(), "")
	for _, path := range []string{"/notes/1", "/notes?after=1", "/notes?id=1&id=" + first.ID.String()} {
		if got := do(400, "GET", path, ""); !strings.Contains(got, "invalid UUID length: 1") {
			t.Errorf("GET %s: got %s, want what is wrong", path, got)
		}
	}
	for _, body := range []string{``, `{"answer_to": ""}`, `{"answer_to": "1"}`, `{"answer_to": 1}`, `{"answer_to": [1]}`} {
		do(400, "POST", "/notes", body)
	}

	var stored string
	if err := pool.QueryRow(t.Context(), `SELECT encode(uuid_send(id), 'hex') FROM notes WHERE answer_to = $1`, first.ID).Scan(&stored); err != nil {
		t.Fatal(err)
	}
	if want := hex.EncodeToString(second.ID[:]); stored != want {
		t.Errorf("PostgreSQL has %s, want %s", stored, want)
	}
}

// TestJSON has the rows of docs/json-api.md: what becomes of fields that are set.
func TestJSON(t *testing.T) {
	type fields struct {
		ID     uuid.UUID
		Null   uuid.NullUUID
		Google google.UUID
	}
	was, sent := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff"), uuid.MustParse("ffeeddcc-bbaa-9988-7766-554433221100")
	valid := func(id uuid.UUID) uuid.NullUUID { return uuid.NullUUID{UUID: id, Valid: true} }
	unchanged := fields{was, valid(was), google.UUID(was)}
	read := fields{sent, valid(sent), google.UUID(sent)}
	for _, tt := range []struct {
		value string // of all three fields
		want  fields
		fails [3]bool
	}{
		{"null", fields{was, uuid.NullUUID{}, google.UUID(was)}, [3]bool{}},
		{`""`, unchanged, [3]bool{true, true, true}},
		{`"` + sent.String() + `"`, read, [3]bool{}},
		{`"` + strings.ToUpper(sent.String()) + `"`, read, [3]bool{}},
		{`"` + strings.ReplaceAll(sent.String(), "-", "") + `"`, read, [3]bool{}},
		{`"{` + sent.String() + `}"`, read, [3]bool{}},
		{`"urn:uuid:` + sent.String() + `"`, read, [3]bool{}},
		{`"[` + sent.String() + `]"`, fields{was, valid(was), google.UUID(sent)}, [3]bool{true, true, false}},
		{"1", unchanged, [3]bool{true, true, true}},
		{"[1]", unchanged, [3]bool{true, true, true}},
	} {
		got := unchanged
		for i, to := range []any{&got.ID, &got.Null, &got.Google} {
			if err := json.Unmarshal([]byte(tt.value), to); (err != nil) != tt.fails[i] {
				t.Errorf("%s into a %T: got error %v, want one: %t", tt.value, to, err, tt.fails[i])
			}
		}
		if got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.value, got, tt.want)
		}
	}
	got := unchanged
	if err := json.Unmarshal([]byte("{}"), &got); err != nil || got != unchanged {
		t.Errorf("no fields: got %v, error %v", got, err)
	}
}

// TestShutdown ends the program while it reads a request: the program serves it first.
func TestShutdown(t *testing.T) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listen := free.Addr().String()
	free.Close()
	ctx, end := context.WithCancel(t.Context())
	defer end()
	ended := make(chan error, 1)
	url := servers.Postgres(t)
	go func() { ended <- serve(ctx, url, listen) }()

	// dial waits until the server listens, or does not.
	dial := func(listens bool) net.Conn {
		for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
			conn, err := net.Dial("tcp", listen)
			switch {
			case (err == nil) == listens:
				return conn
			case time.Now().After(deadline):
				t.Fatalf("for a minute the server does not do this: listen %t", listens)
			case err == nil:
				conn.Close()
			}
		}
	}
	conn := dial(true)
	defer conn.Close()
	answers := bufio.NewReader(conn)
	read := func(want int) {
		t.Helper()
		if resp, err := http.ReadResponse(answers, nil); err != nil || resp.StatusCode != want {
			t.Fatalf("got %v and error %v, want status %d", resp, err, want)
		}
	}
	const body = `{"text": "late"}`
	fmt.Fprintf(conn, "POST /notes HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", len(body))
	read(http.StatusContinue)
	end()
	dial(false)
	io.WriteString(conn, body)
	read(http.StatusCreated)
	if err := <-ended; err != nil {
		t.Errorf("the program ends with %v", err)
	}
}

func TestFlags(t *testing.T) { program.TestFlags(t, main) }
