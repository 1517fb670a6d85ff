//go:build floors

package upstream_test

// floors is set by the build tag floors: the libraries are old versions.
const floors = true
