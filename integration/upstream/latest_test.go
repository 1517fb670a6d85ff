//go:build !floors

package upstream_test

const floors = false
