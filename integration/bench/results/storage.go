// Package results has the form of the files results.json and storage.json: what the
// commands bench and bench/storage measured. The pages and the pictures are made from them.
package results

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
)

// Storage is what a UUID costs in each database: storage.json.
type Storage struct {
	Command, Go, CPU string
	CPUs             int
	Memory           int64 // bytes of the machine
	Rows, Owners     int   // in the two tables
	Stores           []Store
}

// A Store is a database server, or SQLite.
type Store struct {
	Name, Version string
	Client        string       // the library and its version
	Settings      [][2]string  // that decide what is in memory and what is durable, as the store reports them
	Cache         int64        // bytes that the store keeps of its tables in its own memory
	Direct        bool         // it reads and writes past the operating system's file cache
	Figures       string       // where Bytes are from
	Tables        []StoreTable // one for each form and version
}

// A StoreTable is the table item with ids in one form and of one version.
type StoreTable struct {
	Form    string // such as BINARY(16)
	Text    bool
	Version string     // v4 or v7
	Bytes   [3]int64   // of the table, of its key, and of the secondary index
	Rates   []float64  // inserted rows a second, one for each tenth of the rows
	Reads   [4]float64 // microseconds, the median: in the order of ReadNames
}

// ReadNames are the reads that are measured.
var ReadNames = [4]string{"one row by its id", "the rows of an owner", "1000 rows in the order of their ids", "1000 rows joined with their owners"}

// ReadTimes returns how often the first two reads and the last two are repeated.
func ReadTimes(rows int) (lookups, scans int) { return min(rows/50, 2000), min(rows/1000, 40) }

// BytesNames are the parts of a table.
var BytesNames = [3]string{"table", "key", "index"}

// Total returns the bytes of table, key and index.
func (t StoreTable) Total() int64 { return t.Bytes[0] + t.Bytes[1] + t.Bytes[2] }

// Read reads one of the files into a Storage or a Speed.
func Read[T any](path string) (v T, err error) {
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, &v)
	}
	return v, err
}

// innermost are lists and objects that have no others.
var innermost = regexp.MustCompile(`[\[{][^\[\]{}]*[\]}]`)

// Write writes one of the files. What is innermost is a line.
func Write(path string, v any) error {
	b, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		return err
	}
	b = innermost.ReplaceAllFunc(b, func(list []byte) []byte {
		return bytes.ReplaceAll(bytes.ReplaceAll(list, []byte("\n"), []byte(" ")), []byte("\t"), nil)
	})
	return os.WriteFile(path, append(b, '\n'), 0o644)
}
