// Package vet measures uuidvet: on planted wrong uses, each beside its right twin.
//
// Each folder of testdata/corpus, second, third, fourth, fifth and sixth is a program with planted wrong uses. A
// public module is a row of testdata/public.tsv, and a judged report one of testdata/verdicts.tsv.
// The first command writes RESULTS.md anew, the second runs uuidvet on the public modules, and the
// third measures how long it takes on three of them:
//
//	go -C integration test ./vet -all -update
//	go -C integration test ./vet -run TestPublic -public -update -timeout 150m
//	go -C integration test ./vet -run TestCost -cost -update -timeout 60m
package vet
