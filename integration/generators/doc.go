// Package generators has 64 processes make ids while most of their clocks are wrong, and looks for ids that come twice: in
// files, by sorting them, and in the unique index of a cluster (package clusters). What no machine can run, 10,000 machines
// for a year, is a formula, compared with a simulation at so few random bits that ids do repeat.
//
//	go test ./generators                      100,000 ids of each version
//	go test ./generators -measure -v          100 million of each: an hour of one core, 1.7 GB of disk
//	go test ./generators -measure -update     writes what was seen into docs/scale.md
//	go test ./clusters -all -run TestUnique   a million of each into three nodes of Galera
package generators
