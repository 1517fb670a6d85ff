package bsonx

// EncodeArray and DecodeArray are the codec of whole arrays in the default form, for
// what the driver's readers do not let through.
func EncodeArray(ids [][16]byte) ([]byte, error) { return encodeArray(&form{subtype: 4}, ids) }
func DecodeArray(b []byte) ([][16]byte, error)   { return decodeArray[[16]byte](&form{uuid: true}, b) }
