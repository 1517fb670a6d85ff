// Package proxy is between a client and its server, on loopback. It cuts connections, or lets
// them be silent.
package proxy

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// A Proxy passes on what its client and its server say.
type Proxy struct {
	net.Listener
	server string
	copy   func(to, from net.Conn)
	wait   sync.WaitGroup

	mu     sync.Mutex
	conns  map[net.Conn]net.Conn // the server's ends of the client's
	fault  *fault                // that is to come
	silent bool
	lost   map[net.Conn]bool // the ends that stay silent after Heal
}

// A fault happens when a client says a text.
type fault struct {
	text          []byte
	silence       bool         // from then on
	before, after func() error // the server hears the text
	done          chan error   // gets what these return
}

// New returns a proxy to a server. Unless it is nil, copy passes on what one end says until it
// says no more.
func New(t testing.TB, server string, copy func(to, from net.Conn)) *Proxy {
	var l net.ListenConfig
	l.SetMultipathTCP(false) // it knows no filters
	p := &Proxy{Listener: kit.Must(l.Listen(t.Context(), "tcp", "127.0.0.1:0"))(t), server: server, copy: copy, conns: map[net.Conn]net.Conn{}, lost: map[net.Conn]bool{}}
	if copy == nil {
		p.copy = p.pass
	}
	p.wait.Go(p.serve)
	t.Cleanup(func() {
		p.Close()
		p.mu.Lock()
		for c, s := range p.conns {
			c.Close()
			s.Close()
		}
		p.mu.Unlock()
		p.wait.Wait()
	})
	return p
}

func (p *Proxy) serve() {
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
			p.wait.Go(func() {
				p.copy(ends[0], ends[1])
				p.mu.Lock()
				defer p.mu.Unlock()
				if !p.silent && !p.lost[ends[1]] { // else neither end hears that the other is gone
					c.Close()
					s.Close()
					delete(p.conns, c)
				}
			})
		}
	}
}

// pass passes on all that an end says, until the proxy is silent.
func (p *Proxy) pass(to, from net.Conn) {
	buf := make([]byte, 64<<10)
	var before []byte // the end of what was read before
	for {
		n, err := from.Read(buf)
		said := append(before, buf[:n]...)
		passes, after := p.passes(said, from)
		if passes {
			if _, err := to.Write(buf[:n]); err != nil {
				return
			}
		}
		after()
		if err != nil {
			return
		}
		before = bytes.Clone(said[max(0, len(said)-100):])
	}
}

// passes reports whether an end's words are to be passed on: those with the text of a fault are.
// It returns what to call then.
func (p *Proxy) passes(said []byte, from net.Conn) (passes bool, after func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f := p.fault
	_, client := p.conns[from]
	silent := p.silent || p.lost[from]
	if silent || f == nil || !client || !bytes.Contains(said, f.text) {
		return !silent, func() {}
	}
	p.fault, p.silent = nil, f.silence
	err := f.before()
	return true, func() { f.done <- errors.Join(err, f.after()) }
}

// nothing is a fault that is a silence only.
func nothing() error { return nil }

// At calls do when a client says a text, before the server hears it. The channel gets what do
// returns.
func (p *Proxy) At(text string, do func() error) (done <-chan error) {
	return p.at(&fault{text: []byte(text), before: do, after: nothing})
}

// Swallow makes the proxy a black hole as soon as a client says a text, which its server still
// hears: from then on the proxy's kernel acknowledges what both say, and nobody hears it. No end
// is closed. The channel gets nil when it begins.
func (p *Proxy) Swallow(text string) (begun <-chan error) {
	return p.at(&fault{text: []byte(text), silence: true, before: nothing, after: nothing})
}

// Heal ends what Swallow began, for new connections: the others have lost packets.
func (p *Proxy) Heal() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.silent = false
	for c, s := range p.conns {
		p.lost[c], p.lost[s] = true, true
	}
}

func (p *Proxy) at(f *fault) <-chan error {
	f.done = make(chan error, 1)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault = f
	return f.done
}

// Ports returns the ports from which the server sees the connections come.
func (p *Proxy) Ports() (list []int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.conns {
		list = append(list, s.LocalAddr().(*net.TCPAddr).Port)
	}
	return list
}

// Cut cuts all connections, and returns how many. Some ends see a reset.
func (p *Proxy) Cut(rng *rand.Rand) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c, s := range p.conns {
		cut(c, rng.IntN(2) == 0)
		cut(s, rng.IntN(2) == 0)
	}
	return len(p.conns)
}

func cut(end net.Conn, reset bool) {
	if reset {
		end.(*net.TCPConn).SetLinger(0)
	}
	end.Close()
}

// Cutter returns what New takes to cut each connection after a random number of bytes in one of
// its directions. It counts the cuts.
func Cutter(cuts *atomic.Int64) func(to, from net.Conn) {
	return func(to, from net.Conn) {
		// Some connections end in the handshake, most among the statements.
		budget := int64(1) << (8 + rand.N(10))
		if n, err := io.CopyN(to, from, budget+rand.N(budget)); err == nil && n > 0 {
			cuts.Add(1)
		}
		cut(to, rand.N(2) == 0)
		cut(from, rand.N(2) == 0)
	}
}
