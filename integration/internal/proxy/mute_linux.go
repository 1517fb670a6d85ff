package proxy

import (
	"errors"
	"net"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Mute is Swallow with a kernel that is mute, too, as if the cable were cut: it acknowledges
// nothing that either end sends, and no new connection.
func (p *Proxy) Mute(text string) (begun <-chan error) {
	return p.at(&fault{text: []byte(text), silence: true, before: nothing, after: func() error {
		p.mu.Lock()
		defer p.mu.Unlock()
		err := mute(p.Listener.(*net.TCPListener))
		for c, s := range p.conns {
			err = errors.Join(err, mute(c.(*net.TCPConn)), mute(s.(*net.TCPConn)))
		}
		return err
	}})
}

// mute makes the kernel drop what comes for a socket before TCP sees it. First it waits until the
// other end has acknowledged what was sent: a kernel that sends it again would not be mute.
func mute(socket syscall.Conn) error {
	raw, err := socket.SyscallConn()
	if err != nil {
		return err
	}
	var attached error
	err = raw.Control(func(fd uintptr) {
		for unsent := 1; unsent > 0; time.Sleep(time.Millisecond) {
			if unsent, attached = unix.IoctlGetInt(int(fd), unix.SIOCOUTQ); attached != nil {
				break // it listens
			}
		}
		none := unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: 0}
		attached = unix.SetsockoptSockFprog(int(fd), unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, &unix.SockFprog{Len: 1, Filter: &none})
	})
	return errors.Join(err, attached)
}
