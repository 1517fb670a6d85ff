// Package clients installs and runs clients in other languages for tests: Node's
// and Python's libraries for MongoDB, CBOR, MessagePack, PostgreSQL, MySQL and
// UUIDs.
//
//	Node     the machine's own, 20.19 or later; packages from npm, pinned by
//	         version and integrity hash in npm/package-lock.json
//	Python   that of the machine's Debian or Ubuntu release, with its packages,
//	         from the distribution's own apt
//
// The lock file leaves out the compiled accelerators of cbor-x and msgpackr, which
// are optional and differ from one machine to the next. This prints the versions:
//
//	go -C integration test -v -run TestClients ./interop/clients
//
// Both are installed beside the servers of package [server], in 100 MB, and as those
// are: completely or not at all, and without a change to anything else on the machine.
//
// A script for each language, client.mjs and client.py, reads one job from its
// standard input and prints the answer. To add a library, add a row to libraries in
// client.mjs or client.py.
package clients
