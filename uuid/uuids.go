package uuid

// UUIDs is a []UUID. Libraries read and write a thousand faster: more than ten times in
// BSON, two to three in CBOR; in MessagePack five to write, up to four to read; in JSON 1.5 to
// read. The bytes are the same. A nil list is null. A null element is an error: use
// []NullUUID. On error a list is unchanged.
type UUIDs []UUID

// set is the end of every decoder: it makes us the list, or err an error of the
// caller.
func (us *UUIDs) set(caller string, list UUIDs, err error) error {
	if err != nil {
		return errorOf(caller, err)
	}
	*us = list
	return nil
}
