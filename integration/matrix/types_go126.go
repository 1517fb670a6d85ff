//go:build !go1.27

package matrix

func std() []Type { return nil }
