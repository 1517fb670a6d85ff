package main

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

var brief = flag.Bool("brief", false, "measure with few rows")

// aloneErr is why there is no network here.
var aloneErr error

func TestMain(m *testing.M) {
	flag.Parse()
	if !*brief {
		os.Exit(m.Run())
	}
	if os.Getenv("UUIDKIT_ALONE") == "" {
		if aloneErr = install(); aloneErr != nil {
			os.Exit(m.Run())
		}
	}
	code, err := server.Alone(m.Run)
	if aloneErr = err; err != nil {
		code = m.Run()
	}
	os.Exit(code)
}

// TestOnly: a part that is measured alone leaves what the others were measured on.
func TestOnly(t *testing.T) {
	file := filepath.Join(t.TempDir(), "shards.json")
	kit.Check(t, results.Write(file, results.Shards{Machines: map[string]results.Machine{"mongo": {Go: "go1.1", CPU: "old", CPUs: 1}}}))
	defer func(measure func(*measurement, context.Context) error) { parts[0].measure = measure }(parts[0].measure)
	parts[0].measure = func(*measurement, context.Context) error { return nil }
	m := measurement{rows: 1000, spread: 1000, galera: 1000}
	kit.Check(t, m.run(t.Context(), parts[0].name, file))
	all := kit.Must(results.Read[results.Shards](file))(t)
	here := results.Machine{Go: runtime.Version(), CPU: cpu(), CPUs: runtime.NumCPU()}
	if old := all.Machines["mongo"]; old.CPU != "old" || all.Machines[parts[0].name] != here {
		t.Errorf("got %+v, want the old machine for mongo and %+v", all.Machines, here)
	}
}

// TestMeasure measures few rows, and sees what does not depend on their number.
func TestMeasure(t *testing.T) {
	if !*brief {
		t.Skip("without -brief")
	}
	kit.Need(0, aloneErr)(t)
	file := filepath.Join(t.TempDir(), "shards.json")
	m := measurement{rows: 5000, spread: 2000, galera: 1000}
	kit.Check(t, m.run(t.Context(), "", file))
	all := kit.Must(results.Read[results.Shards](file))(t)
	if len(all.Single) != 2 || len(all.Spread) != len(partitionings)+len(shardings) || len(all.Conflicts.Keys) != len(galeraKeys) {
		t.Errorf("got %d, %d and %d results", len(all.Single), len(all.Spread), len(all.Conflicts.Keys))
	}
	for _, s := range all.Single {
		if len(s.IDs) != len(kinds) {
			t.Errorf("%s: got %d kinds of ids, want %d", s.Engine, len(s.IDs), len(kinds))
		}
		for _, id := range s.IDs {
			if len(id.Rates) != tenths || id.Splits < 5 || id.Bytes < int64(m.rows*8) || id.Written < id.Bytes/2 {
				t.Errorf("%s: got %+v", s.Engine, id)
			}
		}
	}
	if len(all.Lag.IDs) != len(kinds) {
		t.Errorf("the standby: got %d kinds of ids, want %d", len(all.Lag.IDs), len(kinds))
	}
	for _, id := range all.Lag.IDs {
		if len(id.Behind) != tenths {
			t.Errorf("the standby: got %+v", id)
		}
	}
	for _, s := range all.Spread {
		want := len(kinds)
		if s.By == "HASH (id)" {
			want = 1 // which is a number
		}
		if len(s.IDs) != want {
			t.Errorf("%s %s: got %d kinds of ids, want %d", s.Engine, s.By, len(s.IDs), want)
		}
		for _, id := range s.IDs {
			var rows, writes int64
			for i := range s.Parts {
				rows += id.Rows[tenths-1][i]
				for _, w := range id.Writes {
					writes += w[i]
				}
			}
			if rows != int64(m.spread) || writes < rows || writes > rows+rows/20 { // MongoDB's own are among them
				t.Errorf("%s %s, %s: got %d rows and %d writes, want %d", s.Engine, s.By, id.ID, rows, writes, m.spread)
			}
			if s.By == "KEY (id)" && id.ID == "v1" && id.Hottest() < 1 {
				t.Errorf("KEY spreads version 1: the busiest part gets %.2f of the writes", id.Hottest())
			}
			ranged := s.By == "RANGE COLUMNS (id)" || s.By == "{_id: 1}"
			if hot := id.Hottest(); ranged && id.ID == "v7" && hot < 1 || s.By == "HASH (prefix)" && hot > 0.3 {
				t.Errorf("%s %s, %s: the busiest part gets %.2f of the writes", s.Engine, s.By, id.ID, hot)
			}
		}
	}
	for _, c := range all.Conflicts.Keys {
		if c.Rows != m.galera || c.Rate <= 0 {
			t.Errorf("Galera: got %+v, want %d rows", c, m.galera)
		}
	}
}
