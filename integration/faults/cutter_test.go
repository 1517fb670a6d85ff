package faults

import (
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// A cutter stands between a client and a server, and cuts each connection after
// a random number of bytes in one of its directions.
type cutter struct {
	net.Listener
	server string // the address of
	cuts   atomic.Int64
	wg     sync.WaitGroup
	open   sync.Map // of net.Conn: to close at the end
}

func newCutter(t *testing.T, server string) *cutter {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cutter{Listener: l, server: server}
	c.wg.Go(c.serve)
	t.Cleanup(func() {
		l.Close()
		c.open.Range(func(conn, _ any) bool { conn.(net.Conn).Close(); return true })
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
		c.open.Store(client, nil)
		server, err := net.Dial("tcp", c.server)
		if err != nil {
			client.Close()
			continue
		}
		c.open.Store(server, nil)
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
		c.open.Delete(end)
	}
}
