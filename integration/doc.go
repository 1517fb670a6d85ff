// Package integration holds what only real stores can prove: see its
// subdirectories.
package integration
