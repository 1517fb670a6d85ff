// Package clusters runs engines as clusters, each server on a network node of its own, and kills nodes,
// cuts them off and lets them come back, while programs write through every adapter. At the end each row that was
// acknowledged must be on every node, once, and in its native form. docs/clusters.md is for users.
//
//	go -C integration test ./clusters -all                    all engines
//	go -C integration test ./clusters -all -run TestGalera    one of them
//	go -C integration test ./clusters -brief                  a short case of Galera, sharded MongoDB and logical replication
//
// The folder shards has a command that measures how versions of UUIDs behave there, for docs/scale.md.
//
// A node is a network namespace (package server, Alone and Network). It needs root, or a kernel that gives users
// namespaces; else the tests are skipped with the reason, and fail where CI is true.
//
// Every test is a [trial] in trial_linux_test.go: clients, faults, and how to read a node. A new engine is a file
// with a function that starts it, and a trial.
package clusters
