package uuid

// UUIDs is a []UUID that BSON, CBOR and MessagePack libraries write and read faster:
// more than ten times in BSON, two to three times in CBOR, and in MessagePack five
// times to write and one and a half to read, or four if package msgpackx has
// registered UUID. The bytes are the same.
//
// A nil list is null. A null among the elements is an error: for those use a
// []NullUUID. On error a list is unchanged.
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
