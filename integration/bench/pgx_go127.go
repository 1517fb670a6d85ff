//go:build go1.27

package main

import "github.com/jackc/pgx/v5/pgtype"

func pgxStd() []pgxPeer { return []pgxPeer{newPgxPeer("std", func(*pgtype.Map) {}, stdID)} }
