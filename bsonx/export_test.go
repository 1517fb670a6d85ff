package bsonx

// The codec of whole arrays, for what the driver's readers do not let through.
var (
	EncodeArray = encodeArray[[16]byte]
	DecodeArray = decodeArray[[16]byte]
	NewForm     = choose
)
