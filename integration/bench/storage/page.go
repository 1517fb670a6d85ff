package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/integration/bench/results"
)

// page is STORAGE.md.
func page(all results.Storage) []byte {
	var b bytes.Buffer
	lookups, scans := results.ReadTimes(all.Rows)
	fmt.Fprintf(&b, `# What a UUID costs in a database

Written, with storage.json, by

    %s

with %s on %d CPUs: %s, and %s of memory.

![Bytes of a row and inserts a second, in each database](../../docs/pictures/storage.svg)

There are two tables. `+"`item`"+` has %d rows of an id, which is its key, an owner, which has a secondary index, and a number of 8
bytes. `+"`owner`"+` has %d rows of an id and a number. All ids in a pair of tables are of one version and in one form. Each row
of `+"`item`"+` has an owner at random. Batches of ids are from uuid.FillV4 and uuid.FillV7, and go through uuidkit's adapters.

Bytes are those of `+"`item`"+`, as the store itself reports them, divided by its rows. Rows a second are those of one client that
inserts without a pause: the first, the sixth and the last tenth of the rows. Reads are the median of %d (one row, an owner's rows) or
%d (1000 rows), on one connection, at ids chosen at random, right after the inserts.

The servers of the tests, which the command starts by itself, have small caches, and only MongoDB waits for the disk: the settings are
below each table. InnoDB's cache is set to its default of 128 MiB, SQLite's to 64 MiB. So a table outgrows a cache here as a larger one
does on a larger server; the times are those of no server in production.
`, all.Command, all.Go, all.CPUs, all.CPU, megabytes(all.Memory), all.Rows, all.Owners, lookups, scans)
	for _, s := range all.Stores {
		fmt.Fprintf(&b, "\n## %s\n\n%s %s; %s. Bytes are from %s.\n\n", s.Name, s.Name, s.Version, s.Client, s.Figures)
		b.WriteString("| id | version | bytes of a row: all |")
		for _, name := range results.BytesNames {
			fmt.Fprintf(&b, " %s |", name)
		}
		b.WriteString(" rows a second, first tenth | sixth | last |")
		for _, name := range results.ReadNames {
			fmt.Fprintf(&b, " %s |", name)
		}
		b.WriteString("\n|---|---|" + strings.Repeat("---:|", 1+len(results.BytesNames)+3+len(results.ReadNames)) + "\n")
		for _, t := range s.Tables {
			fmt.Fprintf(&b, "| %s | %s | %.0f |", t.Form, t.Version, float64(t.Total())/float64(all.Rows))
			for _, n := range t.Bytes {
				fmt.Fprintf(&b, " %.0f |", float64(n)/float64(all.Rows))
			}
			for _, part := range []int{0, len(t.Rates) / 2, len(t.Rates) - 1} {
				fmt.Fprintf(&b, " %.0f |", t.Rates[part])
			}
			for _, us := range t.Reads {
				fmt.Fprintf(&b, " %.0f µs |", us)
			}
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "\n%s\nSettings:", memoryOf(s, all.Memory))
		for i, setting := range s.Settings {
			if i > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, " %s %s", setting[0], setting[1])
		}
		b.WriteString(".\n")
	}
	return b.Bytes()
}

// memoryOf says what fits into which memory.
func memoryOf(s results.Store, machine int64) string {
	total := func(a, b results.StoreTable) int { return int(a.Total() - b.Total()) }
	least, most := slices.MinFunc(s.Tables, total).Total(), slices.MaxFunc(s.Tables, total).Total()
	rest := "the rest was in the file cache of the operating system"
	if s.Direct {
		rest = "the rest was on the disk, past the file cache of the operating system"
	} else if machine < 4*most {
		rest = "the rest was in the file cache of the operating system, or on the disk"
	}
	fits := "At most a part of them was in that cache: " + rest
	if most <= s.Cache {
		fits = "All of them were in that cache"
	} else if least <= s.Cache {
		fits = "The smaller ones were in that cache. Of the larger ones " + rest
	}
	return fmt.Sprintf("In memory: the store's own cache has %s, and `item` with its indexes %s to %s. %s.", megabytes(s.Cache), megabytes(least), megabytes(most), fits)
}

// megabytes is a number of bytes for people.
func megabytes(n int64) string { return fmt.Sprintf("%.0f MiB", float64(n)/(1<<20)) }
