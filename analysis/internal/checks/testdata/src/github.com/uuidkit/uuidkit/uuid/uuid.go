// Package uuid has the types of uuidkit that the tests need.
package uuid

type UUID [16]byte

func (UUID) MarshalBSONValue() (byte, []byte, error) { return 0, nil, nil }
func (*UUID) UnmarshalBinary([]byte) error           { return nil }
