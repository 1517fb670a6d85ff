package faults

import (
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// A cutter is a proxy between a client and a server. It cuts each connection after a
// random number of bytes in one of its directions.
type cutter struct {
	net.Listener
	server string // the address of
	cuts   atomic.Int64
	wg     sync.WaitGroup
}

func newCutter(t *testing.T, server string) *cutter {
	c := &cutter{Listener: kit.Must(net.Listen("tcp", "127.0.0.1:0"))(t), server: server}
	c.wg.Go(c.serve)
	t.Cleanup(func() { // the client has closed its connections by then
		c.Close()
		c.wg.Wait()
	})
	return c
}

func (c *cutter) serve() {
	for {
		client, err := c.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", c.server)
		if err != nil {
			client.Close()
			continue
		}
		c.wg.Go(func() { c.copy(server, client) })
		c.wg.Go(func() { c.copy(client, server) })
	}
}

// copy copies from one end to the other until it cuts both.
func (c *cutter) copy(to, from net.Conn) {
	// Some connections end in the handshake, most among the statements.
	budget := int64(1) << (8 + rand.N(10))
	n, err := io.CopyN(to, from, budget+rand.N(budget))
	if err == nil && n > 0 {
		c.cuts.Add(1)
	}
	for _, end := range []net.Conn{to, from} {
		if rand.N(2) == 0 {
			end.(*net.TCPConn).SetLinger(0) // a reset, not an end
		}
		end.Close()
	}
}
