//go:build !go1.27

package main

func bsonStd() []bsonPeer { return nil }
