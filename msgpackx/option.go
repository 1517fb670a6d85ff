package msgpackx

import "fmt"

// An Option is the form in which msgpack writes a registered type. The zero Option
// is the default: bin 8 with 16 bytes in network byte order.
type Option uint16

const (
	// Text is the canonical text, str 8 with 36 bytes. Every language reads it
	// as the key of a map.
	Text Option = 1 << 8

	// DotNet is bin 8 with 16 bytes in the order of .NET's Guid.ToByteArray,
	// which MessagePack-CSharp writes with its NativeGuidResolver. All 16 raw
	// bytes that are read are taken to be in that order, too: nothing in them
	// says which of the two orders they have.
	DotNet Option = 2 << 8

	formExt Option = 3 << 8 // and the id in the low byte
)

// Tarantool is the ext id of a UUID in Tarantool. ClickHouse has the same.
const Tarantool int8 = 2

// Ext is an extension with this id: fixext 16, the 16 bytes in network byte
// order. It is the only form from which a value of type any gets a T. Ids from 0
// to 127 are the application's, the others the MessagePack specification's.
func Ext(id int8) Option { return formExt | Option(byte(id)) }

// ext returns the id of an Ext.
func (o Option) ext() (id int8, ok bool) { return int8(o), o&^0xff == formExt }

func (o Option) valid() bool {
	_, ok := o.ext()
	return ok || o == 0 || o == Text || o == DotNet
}

// name is the form in errors.
func (o Option) name() string {
	switch o {
	case 0:
		return "bin"
	case Text:
		return "str"
	case DotNet:
		return ".NET's bin"
	}
	return fmt.Sprintf("ext %d", int8(o))
}
