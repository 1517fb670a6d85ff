//go:build go1.27

package main

import (
	"context"
	"uuid"
)

func visitStd(ctx context.Context, t *tour) { visit[uuid.UUID](ctx, t, "std uuid") }
