package uuid

// UUIDs is a list of UUIDs that BSON, CBOR and MessagePack libraries write and
// read as a whole, where they ask the elements of a []UUID one by one. In BSON
// that is more than ten times as fast, in CBOR two to three times. In MessagePack
// it is five times as fast to write and one and a half times to read, or four
// times if package msgpackx has registered UUID. The bytes are the same, and in
// all other formats it is a []UUID, to which it converts.
//
// A nil list is null, as a nil slice is to these libraries by default. Null among
// the elements is an error: such a list is a []NullUUID. A list is read into new
// memory, as much as the bytes that are there need, whatever length they claim.
// On error it is unchanged.
type UUIDs []UUID

// set is the end of every decoder: it makes us the list, or err an error of the
// caller.
func (us *UUIDs) set(caller string, list UUIDs, err error) error {
	if err != nil {
		return errorOf("UUIDs."+caller, err)
	}
	*us = list
	return nil
}
