//go:build !go1.27

package main

import "context"

// missing says what the table lacks.
const missing = "The standard library's uuid.UUID is not in this table: it needs Go 1.27.\n\n"

func visitStd(context.Context, *tour) {}
