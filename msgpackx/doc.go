// Package msgpackx makes github.com/vmihailenco/msgpack/v5 write any UUID type
// in one form, and read it in all that are in use.
//
//	func main() {
//		err := msgpackx.Register[uuid.UUID]() // the standard library's, google's, your own
//		...
//
// A [github.com/uuidkit/uuidkit/uuid.UUID] needs no registration to be written
// as bin. Registered, it is written faster and reads the other forms too.
//
// # What is written
//
//	default       c4 10 and 16 bytes        18 bytes   bin 8
//	Ext(id)       d8 id and 16 bytes        18 bytes   fixext 16
//	Text          d9 24 and 36 characters   38 bytes   str 8
//	DotNet        c4 10 and 16 bytes        18 bytes   bin 8, the first three fields little-endian
//
// The 16 bytes are in network byte order, except for .NET's. A nil pointer, and
// a null sql.Null[T] or [github.com/uuidkit/uuidkit/uuid.NullUUID], is nil, c0.
//
// Bin is what every language reads. Text is what every language takes for the
// key of a map. Ext carries its meaning with it, if the other side knows the
// id: Tarantool does, with id 2, and so does ClickHouse by its default.
//
// # What is read
//
//   - bin 8, 16 or 32 and str of 16 bytes: the raw bytes. Str was all that
//     MessagePack had for them once, and ugorji/go/codec and
//     hashicorp/go-msgpack write it still.
//   - str and bin of text, in the four forms of [github.com/uuidkit/uuidkit/uuid.Parse].
//     Text in bin is what msgpack makes of the standard library's UUID.
//   - ext of 16 bytes with the id of [Ext], and no other.
//   - an array of 16 numbers from 0 to 255, as Rust's serde writes, but not with
//     [DotNet], as nothing says their order.
//   - nil, which makes a T zero, as msgpack does with numbers, text and types
//     that decode themselves, and a *T, a sql.Null[T] or a NullUUID null.
//
// A sql.Null[T] that was written before T was registered is a map, {V, Valid}, and
// is not read. Nor does every program without Register read what one with it
// writes: to the standard library's type alone bin of 16 bytes is an error.
//
// Anything else is an error that names the type and what came, and leaves the
// destination as it was. A value that is cut short is [io.ErrUnexpectedEOF].
// After any error a Decoder can't go on with its stream: as after msgpack's own, it
// may stand in the middle of the value.
//
// # Lists
//
// A []T is written and read as a whole, which is several times as fast as one by
// one. So are [github.com/uuidkit/uuidkit/uuid.UUIDs], in which nil is an error.
// These, []*T, []sql.Null[T] and []NullUUID are read into new memory, no more than
// the input can fill, and an error leaves them as they were.
//
// For every other slice msgpack allocates the length that the message claims: five
// bytes that claim four billion elements make it ask for all the memory. For a map
// it allocates a million entries at most. A struct, or whatever else is around a T
// that is refused, is left half decoded.
//
// # Omitempty
//
// Of UUIDs the option omitempty leaves out those whose method IsZero says so: a Nil
// of uuid.UUID or gofrs's type, a pointer to one, and a null NullUUID. A Nil of
// google's type or the standard library's is written.
//
// # Type any
//
// A value of type any gets a T only from ext: bin and str have other uses, and
// stay []byte and string.
//
// # Traps
//
// The registry belongs to the process, and nothing can be taken back. Call
// Register from main, once per type, before the first use of msgpack; a
// library should leave it to the program. Late calls work only in part: struct
// and pointer types that msgpack has seen keep the old codec, so that one
// struct still writes the old bytes where another writes the new ones.
//
// One ext id belongs to one type. Register refuses an id that is taken, but
// msgpack.RegisterExt does not: who calls it later with the same id evicts T.
// Values of type any then get the other type, and msgpack reads a T as if it had
// never been registered: ext is an error, and a T without methods for bytes takes
// too few of them without one.
//
// Registration is by exact type: a type defined over a registered one needs its
// own. A struct that embeds a UUID with methods is that UUID to msgpack, and
// nothing else: name the field.
//
// Map keys without a type: decoding bin keys into map[any]any panics in
// msgpack, as a []byte can't be a key; into map[string]any they become strings
// of 16 raw bytes, and ext keys are an error. Decode into a map[T], or use
// [Text].
//
// Deep nesting: msgpack skips what nobody wants, such as a field that a struct does
// not have, by recursion, and it skips a NullUUID or UUIDs that is not registered
// before it decodes it. Twenty megabytes of array heads overflow the stack, which
// ends the process. Limit the size of what you read from strangers.
//
// Truncated input: where it ends in a NullUUID or UUIDs that is not registered, the
// Decoder keeps a copy of nearly all that it reads from then on, until it reads
// another such value. Its Reset does not end that, and it may be one of the pool
// behind msgpack.Unmarshal. Register the types that strangers send.
//
// An interface that holds a T, and not a *T, can't be decoded into: msgpack
// decodes into what is there, which can't be set. If it holds a []byte, such as bin
// has left there, msgpack panics: decode into a new value each time.
package msgpackx
