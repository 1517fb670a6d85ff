// Package vet measures uuidvet: on planted wrong uses, each beside its right twin.
//
// Each folder of testdata/corpus and testdata/second is a program with planted wrong uses. A
// public module is a row of testdata/public.tsv, and a judged report one of testdata/verdicts.tsv.
package vet
