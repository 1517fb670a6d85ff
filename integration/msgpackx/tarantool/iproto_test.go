package tarantool_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// What of Tarantool's binary protocol, IPROTO, is used here.
const (
	requestType, sync                         = 0x00, 0x01                   // keys of a header
	selectRequest, insertRequest, evalRequest = 0x01, 0x02, 0x08             // types of requests
	spaceID, indexID, limit, offset, iterator = 0x10, 0x11, 0x12, 0x13, 0x14 // keys of a body
	key, tuple, expression, data, errorText   = 0x20, 0x21, 0x27, 0x30, 0x31
	equal                                     = 0 // an iterator
)

// A conn is a connection to a Tarantool.
type conn struct {
	net.Conn
	dec *msgpack.Decoder
}

func dial(address string) (*conn, error) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	greeting := make([]byte, 128)
	if _, err := io.ReadFull(c, greeting); err != nil || !bytes.HasPrefix(greeting, []byte("Tarantool")) {
		c.Close()
		return nil, fmt.Errorf("greeted with %q, %w", greeting, errors.Join(err, net.ErrClosed))
	}
	return &conn{c, msgpack.NewDecoder(c)}, nil
}

// call sends a request, and reads the data of the response into result.
func (c *conn) call(request int, body map[int]any, result any) error {
	var b bytes.Buffer
	enc := msgpack.NewEncoder(&b)
	enc.UseCompactInts(true)
	if err := enc.EncodeMulti(map[int]int{requestType: request, sync: 1}, body); err != nil {
		return err
	}
	size := binary.BigEndian.AppendUint32([]byte{0xce}, uint32(b.Len()))
	if _, err := c.Write(append(size, b.Bytes()...)); err != nil {
		return err
	}
	var length uint32
	var header map[int]int
	var response map[int]msgpack.RawMessage
	if err := c.dec.DecodeMulti(&length, &header, &response); err != nil {
		return err
	}
	if header[requestType] != 0 {
		var text string
		err := msgpack.Unmarshal(response[errorText], &text)
		return errors.Join(errors.New("tarantool: "+text), err)
	}
	return msgpack.Unmarshal(response[data], result)
}

// eval evaluates Lua with arguments, and returns its results.
func eval[R any](t *testing.T, c *conn, lua string, args ...any) (results R) {
	t.Helper()
	kit.Check(t, c.call(evalRequest, map[int]any{expression: lua, tuple: append([]any{}, args...)}, &results))
	return results
}
