// Package msgpackx tests package msgpackx with the UUID types in use registered,
// which is for the whole process. What MessagePack does with a UUID when nothing is
// registered is tested in package uuid, and a Tarantool server in package tarantool.
package msgpackx
