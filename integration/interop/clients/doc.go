// Package clients installs and runs clients in other languages for tests: Node's
// and Python's libraries for MongoDB, CBOR, MessagePack, PostgreSQL, MySQL and
// UUIDs.
//
// # What is run
//
//	Node     the machine's own, 20.19 or later; packages from npm, pinned by
//	         version and integrity hash in npm/package-lock.json
//	Python   that of the machine's Debian or Ubuntu release, with its packages,
//	         from the distribution's own apt
//
// The lock file leaves out the compiled accelerators of cbor-x and msgpackr, which
// are optional and differ from one machine to the next; the two do the same
// without. What was run is in the output of
//
//	go -C integration test -v -run TestVersions ./interop
//
// # Where it is kept
//
// Both live beside the servers of package [server], 100 MB, and are installed as
// those are: complete or not at all, and without touching anything else on the
// machine. Python comes with its C library and dynamic loader, like MariaDB there.
//
// # How it is asked
//
// A script for each language, client.mjs and client.py, reads one job from its
// standard input and prints the answer. A new library is a line in its table.
package clients
