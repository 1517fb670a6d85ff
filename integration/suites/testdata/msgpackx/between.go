// Package between registers uuid.UUID with package msgpack.
package between

import (
	"os"
	"reflect"
	"strings"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/uuid"
)

func init() {
	switch os.Getenv("UUIDKIT_BETWEEN") {
	case "":
		return
	case "broken":
		msgpack.Register("", func(e *msgpack.Encoder, v reflect.Value) error {
			return e.EncodeString(strings.ToUpper(v.String()))
		}, nil)
	}
	if err := msgpackx.Register[uuid.UUID](msgpackx.Ext(37)); err != nil {
		panic(err)
	}
}
