//go:build !go1.27

package main

func pgxStd() []pgxPeer { return nil }
