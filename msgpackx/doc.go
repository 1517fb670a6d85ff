// Package msgpackx makes github.com/vmihailenco/msgpack/v5 write any UUID type in one
// form, 16 bytes of bin by default, and read it from every form in use: the standard
// library's type, google's, gofrs's, or your own.
//
//	func main() {
//		// Before the first use of msgpack. Here for the types of google/uuid.
//		err := errors.Join(
//			msgpackx.Register[google.UUID](),
//			msgpackx.RegisterNull[google.NullUUID](),
//		)
//		if err != nil {
//			log.Fatal(err)
//		}
//		b, err := msgpack.Marshal(order)
//		...
//
// A uuid.UUID of uuidkit is written as bin without Register. Registered, it is written
// faster, and reads the other forms, too.
//
// # What goes where
//
//	you have or want                         use
//	other Go, Python, JavaScript programs    Register[T]()
//	Tarantool, ClickHouse                    Register[T](Ext(Tarantool))
//	a T from values of type any              Register[T](Ext(id)), with an id that is free
//	map keys for every language              Register[T](Text)
//	MessagePack-CSharp, NativeGuidResolver   Register[T](DotNet)
//	google's or gofrs's NullUUID             RegisterNull[N], after Register of its UUID
//	another value that can be null           a pointer, sql.Null[T], or uuidkit's NullUUID
//	a list                                   []T
//
// The registry belongs to the process. Call Register in main, once for each type,
// before msgpack is first used: struct types that msgpack has used keep the old form.
// A library should not call Register: it is for the program to decide.
//
// # What is written
//
//	option     bytes                     length   MessagePack form
//	none       c4 10 and 16 bytes        18       bin 8
//	Ext(id)    d8 id and 16 bytes        18       fixext 16
//	Text       d9 24 and 36 characters   38       str 8
//	DotNet     c4 10 and 16 bytes        18       bin 8, the first three fields little-endian
//
// The bytes are in network byte order, except with [DotNet]. A nil pointer and a null
// are nil, c0.
//
// # What is read
//
// A registered T is read from 16 bytes of bin or str, from text in str or bin, from ext
// with the id of [Ext], and, except with [DotNet], from an array of 16 numbers. Nil makes it
// zero. For everything else msgpack returns an error that names the type and the value,
// and leaves the T unchanged.
//
// Lists, other languages, hostile input and traps:
// https://github.com/uuidkit/uuidkit/blob/main/docs/messagepack.md
package msgpackx

// For contributors: an input, and which forms read it, is a row of inputs in read_test.go.
