/*
Package pictures draws the pictures in docs/pictures from the committed results and the code:

	go -C integration test ./pictures -update

	matrix.svg    matrix.json: what becomes of a UUID, without uuidkit and with it
	speed.svg     bench/results.json: the time of an operation, beside peers
	growth.svg    bench/results.json: how the time of an id grows with their number
	storage.svg   bench/storage.json: what a UUID costs in a database
	odds.svg      generators/results.json: how often ids of many machines repeat
	shards.svg    clusters/shards/shards.json: what an id does to an index and to shards

	architecture.svg  the imports of our packages, as go list prints them

A picture is a file of this package. Each is readable on a white and on a dark page: the
SVG has a style sheet with the colors of both. sheet.go has these colors.

The command also writes the tables of figures in README.md, docs/text-or-binary.md and docs/scale.md: figures.go.

To add a picture, add a file like odds.go, and a line to Pictures; TestPictures in pictures_test.go compares it.
*/
package pictures

import (
	"os"
	"path/filepath"

	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/integration/generators"
	"github.com/uuidkit/uuidkit/integration/matrix"
)

// Results are what the commands have measured.
type Results struct {
	Matrix     matrix.Report
	Speed      results.Speed
	Storage    results.Storage
	Generators generators.Results
	Shards     results.Shards
}

// Read reads the results from the folder integration.
func Read(integration string) (r Results, err error) {
	data, err := os.ReadFile(filepath.Join(integration, "matrix.json"))
	if err != nil {
		return r, err
	}
	if r.Matrix, err = matrix.Parse(data); err != nil {
		return r, err
	}
	if r.Speed, err = results.Read[results.Speed](filepath.Join(integration, "bench", "results.json")); err != nil {
		return r, err
	}
	if r.Storage, err = results.Read[results.Storage](filepath.Join(integration, "bench", "storage.json")); err != nil {
		return r, err
	}
	if r.Generators, err = results.Read[generators.Results](filepath.Join(integration, "generators", "results.json")); err != nil {
		return r, err
	}
	r.Shards, err = results.Read[results.Shards](filepath.Join(integration, "clusters", "shards", "shards.json"))
	return r, err
}

// Pictures returns the SVG files, by name.
func (r Results) Pictures() map[string][]byte {
	return map[string][]byte{
		"matrix.svg":  matrixPicture(r.Matrix),
		"speed.svg":   speedPicture(r.Speed),
		"growth.svg":  growthPicture(r.Speed),
		"storage.svg": storagePicture(r.Storage),
		"odds.svg":    oddsPicture(r.Generators),
		"shards.svg":  shardsPicture(r.Shards),
	}
}
