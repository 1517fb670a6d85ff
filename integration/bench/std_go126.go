//go:build !go1.27

package main

import "testing"

var std map[string]func(b *testing.B)
