// Package msgp registers google's type in MessagePack, in the form bin, which its NullUUID has as well.
package msgp

import (
	"bytes"
	"log"

	"github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/msgpackx"
)

type Lease struct {
	ID     uuid.UUID
	Holder uuid.NullUUID
}

type Job struct {
	Lease Lease
	Name  string
}

func init() {
	if err := msgpackx.Register[uuid.UUID](); err != nil {
		log.Fatal(err)
	}
}

func encode(j *Job) ([]byte, error) {
	var buf bytes.Buffer
	err := msgpack.NewEncoder(&buf).Encode(j)
	return buf.Bytes(), err
}

func decode(b []byte) (j Job, err error) {
	return j, msgpack.Unmarshal(b, &j)
}
