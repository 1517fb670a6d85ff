//go:build !go1.27

package main

import "context"

// visitStd does nothing: Go 1.26 has no package uuid.
func visitStd(context.Context, *tour) {}
