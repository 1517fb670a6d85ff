package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/integration/stores/server"
	"github.com/uuidkit/uuidkit/uuid"
)

const (
	nodes   = 3
	perNode = 2 // writers
)

// galeraKeys are who makes the key, and the column.
var galeraKeys = []struct {
	name, column string
	apart        bool             // the server gives each node other numbers, as it does by default
	make         func() (arg any) // nil: the server makes it
}{
	{"AUTO_INCREMENT, wsrep_auto_increment_control=OFF", "BIGINT AUTO_INCREMENT", false, nil},
	{"AUTO_INCREMENT", "BIGINT AUTO_INCREMENT", true, nil},
	{"v4, BINARY(16)", "BINARY(16)", true, func() any { u := uuid.NewV4(); return u[:] }},
	{"v7, BINARY(16)", "BINARY(16)", true, func() any { u := uuid.NewV7(); return u[:] }},
	{"v4, UUID", "UUID", true, func() any { return uuid.NewV4().String() }},
	{"v7, UUID", "UUID", true, func() any { return uuid.NewV7().String() }},
}

// conflicts measures Galera, with writers at each node.
func (m *measurement) conflicts(ctx context.Context) (err error) {
	w, err := server.NewNetwork()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Remove()) }()
	var list []*server.Node
	for range nodes {
		n, err := w.Add(ctx)
		if err != nil {
			return err
		}
		list = append(list, n)
	}
	servers, err := server.StartGalera(ctx, list, log.Printf)
	if err != nil {
		return err
	}
	m.all.Conflicts = results.Conflicts{Nodes: nodes, Writers: nodes * perNode}
	var dbs []*sql.DB
	for _, s := range servers {
		db, openErr := openMySQL(s)
		err = errors.Join(err, openErr)
		dbs = append(dbs, db)
	}
	if err == nil {
		err = m.galeraTables(ctx, dbs)
	}
	for i, s := range servers {
		err = errors.Join(err, dbs[i].Close(), s.Stop())
	}
	return err
}

func (m *measurement) galeraTables(ctx context.Context, dbs []*sql.DB) error {
	if err := dbs[0].QueryRowContext(ctx, "SELECT VERSION()").Scan(&m.all.Conflicts.Version); err != nil {
		return err
	}
	for i, key := range galeraKeys {
		control := "ON"
		if !key.apart {
			control = "OFF"
		}
		for _, db := range dbs {
			statements := []string{"SET GLOBAL wsrep_auto_increment_control = " + control}
			if !key.apart {
				statements = append(statements, "SET GLOBAL auto_increment_increment = 1", "SET GLOBAL auto_increment_offset = 1")
			}
			if err := (&mariadb{db: db}).exec(ctx, statements...); err != nil {
				return err
			}
			db.SetMaxIdleConns(0) // sessions have the values of before
		}
		table := fmt.Sprintf("item_%d", i)
		if err := (&mariadb{db: dbs[0]}).exec(ctx, "CREATE TABLE "+table+" (id "+key.column+" PRIMARY KEY, n BIGINT NOT NULL)"); err != nil {
			return err
		}
		if err := wait(ctx, dbs, table); err != nil {
			return err
		}
		of := results.Conflict{Key: key.name, Rows: m.galera}
		var err error
		if of.Refused, of.Rate, err = write(ctx, dbs, table, m.galera, key.make); err != nil {
			return fmt.Errorf("%s: %w", key.name, err)
		}
		log.Printf("%s: %d rows, %d were refused, %.0f a second", of.Key, of.Rows, of.Refused, of.Rate)
		m.all.Conflicts.Keys = append(m.all.Conflicts.Keys, of)
	}
	return nil
}

// wait returns when each node has the table.
func wait(ctx context.Context, dbs []*sql.DB, table string) error {
	for _, db := range dbs {
		for {
			_, err := db.ExecContext(ctx, "SELECT 1 FROM "+table)
			if err == nil {
				break
			}
			if e := new(mysql.MySQLError); !errors.As(err, &e) || e.Number != 1146 { // no such table
				return err
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	return nil
}

// write inserts rows, each in a transaction of its own. One that is refused is sent again.
func write(ctx context.Context, dbs []*sql.DB, table string, rows int, key func() any) (refused int, rate float64, err error) {
	var left, again atomic.Int64
	left.Store(int64(rows))
	errs := make([]error, len(dbs)*perNode)
	begin := time.Now()
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() {
			conn, err := dbs[i%len(dbs)].Conn(ctx)
			if err != nil {
				errs[i] = err
				return
			}
			defer conn.Close()
			for left.Add(-1) >= 0 && errs[i] == nil {
				errs[i] = insertOne(ctx, conn, table, key, &again)
			}
		})
	}
	all.Wait()
	rate = math.Round(float64(rows) / time.Since(begin).Seconds())
	return int(again.Load()), rate, errors.Join(errs...)
}

// conflict are the errors of an insert that met another: deadlock, duplicate key, and what InnoDB says of AUTO_INCREMENT then.
var conflict = []uint16{1213, 1062, 1030}

func insertOne(ctx context.Context, conn *sql.Conn, table string, key func() any, again *atomic.Int64) error {
	query, args := "INSERT INTO "+table+" (n) VALUES (1)", []any(nil)
	if key != nil {
		query, args = "INSERT INTO "+table+" (id, n) VALUES (?, 1)", []any{key()}
	}
	for try := 0; ; try++ {
		_, err := conn.ExecContext(ctx, query, args...)
		e := new(mysql.MySQLError)
		if err == nil || try == 1000 || !errors.As(err, &e) || !slices.Contains(conflict, e.Number) {
			return err
		}
		again.Add(1)
	}
}
