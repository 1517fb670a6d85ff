package uuid

// UUIDs is a []UUID. Libraries read and write a thousand faster: more than ten times in
// BSON, two to three in CBOR; in MessagePack five to write, up to four to read; in JSON 1.5 to
// read. The bytes are the same, except those of a nil list in BSON and CBOR. A null element
// is an error: use []NullUUID. On error a list is unchanged.
//
// A nil list is null in BSON, CBOR, MessagePack and encoding/json, and [] in
// encoding/json/v2. The options for nil slices, NilSliceAsEmpty of MongoDB's driver and
// NilContainers of fxamacker/cbor, have no effect on it. If you set one, write UUIDs{} for
// an empty list, or call bsonx.Register[uuid.UUID]: after it the driver's option is obeyed,
// and a []UUID is as fast as a UUIDs.
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
