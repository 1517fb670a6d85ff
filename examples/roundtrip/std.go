//go:build go1.27

package main

import (
	"context"
	"uuid"
)

const missing = "" // of the table

func visitStd(ctx context.Context, t *tour) { visit[uuid.UUID](ctx, t, "std uuid") }
