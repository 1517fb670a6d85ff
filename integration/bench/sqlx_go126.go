//go:build !go1.27

package main

func sqlStd() []sqlValue { return nil }
