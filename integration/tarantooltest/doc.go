// Package tarantooltest runs package msgpackx against a Tarantool, whose uuid
// type is the ext 2 of its MessagePack. The server is the one that
// UUIDKIT_TARANTOOL names, host and port, or a program tarantool on the PATH,
// which the tests start; without either they are skipped. The guest of a named
// server must be able to create spaces and to evaluate Lua.
package tarantooltest
