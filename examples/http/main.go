/*
Http is a JSON API for notes that answer each other, on PostgreSQL with pgxpool.

	go run ./http -postgres URL
	curl -d '{"text": "Hello"}' localhost:8080/notes
	curl 'localhost:8080/notes?limit=10'

The ids are UUIDs of version 7, so that the ids of one process are in the order in which
it made them. A note is stored a little later: it can appear after one with a greater id.
*/
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"time"

	"github.com/google/uuid" // your type
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/uuidkit/uuidkit/pgxtype"
)

// A Note is a row of the table, and a JSON object.
type Note struct {
	ID       uuid.UUID     `json:"id"`
	AnswerTo uuid.NullUUID `json:"answer_to"` // null in JSON, NULL in PostgreSQL
	Text     string        `json:"text"`
}

const schema = `CREATE TABLE IF NOT EXISTS notes (
	id        uuid PRIMARY KEY,
	answer_to uuid REFERENCES notes (id),
	text      text NOT NULL
)`

func main() {
	url := flag.String("postgres", os.Getenv("DATABASE_URL"), "PostgreSQL `URL`, like postgres://user:password@host:5432/database; the default is $DATABASE_URL")
	listen := flag.String("listen", "localhost:8080", "the `address` to listen at")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), "Usage: http -postgres URL [-listen ADDRESS]\n\n"+
			"Http is a JSON API for notes. It makes the table notes in the database.\n\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if *url == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := serve(ctx, *url, *listen); err != nil {
		log.Fatal(err)
	}
}

func serve(ctx context.Context, url, listen string) error {
	pool, err := newPool(ctx, url)
	if err != nil {
		return err
	}
	defer pool.Close()
	server := &http.Server{Addr: listen, Handler: handler(pool), ReadHeaderTimeout: 5 * time.Second}
	down := make(chan error, 1)
	defer context.AfterFunc(ctx, func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		down <- server.Shutdown(ctx)
	})()
	log.Printf("listening at http://%s/notes", listen)
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-down // when it has served the requests that it has
}

// newPool connects to the database, makes uuid.UUID native to its connections, and
// makes the table.
func newPool(ctx context.Context, url string) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		pgxtype.Register[uuid.UUID](conn.TypeMap())
		return nil
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	if _, err := pool.Exec(ctx, schema); err != nil {
		pool.Close()
		return nil, err
	}
	return pool, nil
}

// An api has the handlers.
type api struct{ pool *pgxpool.Pool }

func handler(pool *pgxpool.Pool) http.Handler {
	a := api{pool}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /notes", a.create)
	mux.HandleFunc("GET /notes", a.list)
	mux.HandleFunc("GET /notes/{id}", a.get)
	return mux
}

// create makes a note of a JSON object with text and, if it is an answer, answer_to.
func (a api) create(w http.ResponseWriter, r *http.Request) {
	var note Note
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(&note); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	note.ID = uuid.Must(uuid.NewV7()) // whatever the client sent
	_, err := a.pool.Exec(r.Context(), `INSERT INTO notes (id, answer_to, text) VALUES ($1, $2, $3)`,
		note.ID, note.AnswerTo, note.Text)
	reply(w, http.StatusCreated, note, err)
}

// get answers with one note.
func (a api) get(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	rows, err := a.pool.Query(r.Context(), `SELECT id, answer_to, text FROM notes WHERE id = $1`, id)
	if err != nil {
		reply(w, 0, nil, err)
		return
	}
	note, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Note])
	reply(w, http.StatusOK, note, err)
}

// list answers with a page of notes: ?limit=10&after=ID, or ?id=ID&id=ID.
func (a api) list(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	var after uuid.UUID // Nil is before all others
	if text := query.Get("after"); text != "" {
		if err := after.UnmarshalText([]byte(text)); err != nil {
			http.Error(w, "after: "+err.Error(), http.StatusBadRequest)
			return
		}
	}
	var ids []uuid.UUID // nil is NULL: all notes
	for _, text := range query["id"] {
		id, err := uuid.Parse(text)
		if err != nil {
			http.Error(w, "id: "+err.Error(), http.StatusBadRequest)
			return
		}
		ids = append(ids, id)
	}
	limit, err := strconv.Atoi(query.Get("limit"))
	if err != nil || limit < 1 || limit > 100 {
		limit = 100
	}
	rows, err := a.pool.Query(r.Context(), `SELECT id, answer_to, text FROM notes
		WHERE id > $1 AND ($2::uuid[] IS NULL OR id = any($2)) ORDER BY id LIMIT $3`, after, ids, limit)
	if err != nil {
		reply(w, 0, nil, err)
		return
	}
	notes, err := pgx.CollectRows(rows, pgx.RowToStructByName[Note])
	reply(w, http.StatusOK, notes, err)
}

// reply writes body as JSON, or an error.
func reply(w http.ResponseWriter, status int, body any, err error) {
	var pgErr *pgconn.PgError
	switch {
	case errors.As(err, &pgErr) && pgErr.Code == "23503": // foreign_key_violation
		http.Error(w, "answer_to is no note", http.StatusUnprocessableEntity)
	case errors.Is(err, pgx.ErrNoRows):
		http.Error(w, "no such note", http.StatusNotFound)
	case err != nil:
		log.Print(err)
		http.Error(w, "the database failed", http.StatusInternalServerError)
	default:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(body)
	}
}
