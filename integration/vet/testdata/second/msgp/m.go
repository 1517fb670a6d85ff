// Package msgp registers google's type in MessagePack, and forgets the NullUUID.
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
	Holder uuid.NullUUID // WRONG(msgpacknull): no RegisterNull
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

func encode(j *Job) ([]byte, error) { // WRONG-ALSO(Lease)
	var buf bytes.Buffer
	err := msgpack.NewEncoder(&buf).Encode(j) // WRONG-ALSO(Lease)
	return buf.Bytes(), err
}

func decode(b []byte) (j Job, err error) { // WRONG-ALSO(Lease)
	return j, msgpack.Unmarshal(b, &j) // WRONG-ALSO(Lease)
}
