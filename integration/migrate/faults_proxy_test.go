package migrate

import (
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// A proxy is between the command and its server, and knows the command's connections.
type proxy struct {
	net.Listener
	server string
	mu     sync.Mutex
	conns  map[net.Conn]net.Conn // the server's ends of the client's
}

func newProxy(t testing.TB, server string) *proxy {
	p := &proxy{Listener: kit.Must(net.Listen("tcp", "127.0.0.1:0"))(t), server: server, conns: map[net.Conn]net.Conn{}}
	t.Cleanup(func() { p.Close() })
	go func() {
		for {
			c, err := p.Accept()
			if err != nil {
				return
			}
			s, err := net.Dial("tcp", p.server)
			if err != nil {
				c.Close()
				continue
			}
			p.mu.Lock()
			p.conns[c] = s
			p.mu.Unlock()
			for _, ends := range [][2]net.Conn{{c, s}, {s, c}} {
				go func() {
					io.Copy(ends[0], ends[1])
					c.Close()
					s.Close()
					p.mu.Lock()
					delete(p.conns, c)
					p.mu.Unlock()
				}()
			}
		}
	}()
	return p
}

// ports returns the ports from which the server sees the connections come.
func (p *proxy) ports() (list []int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.conns {
		list = append(list, s.LocalAddr().(*net.TCPAddr).Port)
	}
	return list
}

// cut cuts all connections, and returns how many. Some ends see a reset.
func (p *proxy) cut(rng *rand.Rand) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c, s := range p.conns {
		for _, end := range []net.Conn{c, s} {
			if rng.IntN(2) == 0 {
				end.(*net.TCPConn).SetLinger(0)
			}
			end.Close()
		}
	}
	return len(p.conns)
}
