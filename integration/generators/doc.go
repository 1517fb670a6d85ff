// Package generators lets 64 processes make ids while most of their clocks are wrong, and looks for repeated ids: it sorts
// files of them, and inserts them into the unique index of a cluster (package clusters). A formula computes what no machine
// can run: 10,000 machines for a year. A simulation with so few random bits that ids repeat checks the formula.
//
//	go -C integration test ./generators                                                  100,000 ids of each version
//	go -C integration test ./generators -run TestFleet -timeout 0 -measure 100000000     100 million of each: 1.7 GB of disk
//	go -C integration test ./clusters -all -run TestUnique                               a million of each into three nodes of Galera
//
// With -update the second, and TestOdds, write results.json. Package pictures makes the tables of docs/scale.md from it.
//
// To add a kind of UUID, add it to kinds in generators_test.go.
package generators
