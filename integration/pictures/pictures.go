/*
Package pictures draws the pictures in docs/pictures from the committed results:

	go -C integration test ./pictures -update

	matrix.svg    matrix.json: what becomes of a UUID, without uuidkit and with it
	speed.svg     bench/results.json: the time of an operation, beside peers
	growth.svg    bench/results.json: how the time of an id grows with their number
	storage.svg   bench/storage.json: what a UUID costs in a database

A picture is a file of this package. Each is readable on a white and on a dark page: the
SVG has a style sheet with the colors of both. sheet.go has these colors.
*/
package pictures

import (
	"os"
	"path/filepath"

	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/integration/matrix"
)

// All returns the SVG files, by name, from the results in the folder integration.
func All(integration string) (map[string][]byte, error) {
	data, err := os.ReadFile(filepath.Join(integration, "matrix.json"))
	if err != nil {
		return nil, err
	}
	report, err := matrix.Parse(data)
	if err != nil {
		return nil, err
	}
	speed, err := results.Read[results.Speed](filepath.Join(integration, "bench", "results.json"))
	if err != nil {
		return nil, err
	}
	storage, err := results.Read[results.Storage](filepath.Join(integration, "bench", "storage.json"))
	if err != nil {
		return nil, err
	}
	return map[string][]byte{
		"matrix.svg":  matrixPicture(report),
		"speed.svg":   speedPicture(speed),
		"growth.svg":  growthPicture(speed),
		"storage.svg": storagePicture(storage),
	}, nil
}
