// Package msgpack has the signatures of vmihailenco/msgpack that the tests need.
package msgpack

func Unmarshal(data []byte, v any) error { return nil }

type Decoder struct{}

func (*Decoder) Decode(v any) error { return nil }
