// Package bson has the signatures of version 1 of MongoDB's driver that the tests need.
package bson

type M map[string]any

func Marshal(val any) ([]byte, error)      { return nil, nil }
func Unmarshal(data []byte, val any) error { return nil }
