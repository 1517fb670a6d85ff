//go:build !full

package ecosystem

const full = false
