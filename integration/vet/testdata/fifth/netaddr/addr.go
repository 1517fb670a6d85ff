// Package netaddr keeps the addresses of a data centre. Its arrays of 16 bytes are IPv6 addresses.
package netaddr

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// Addr is an IPv6 address.
type Addr [16]byte

func (a Addr) String() string { return netip.AddrFrom16(a).String() }

func (a Addr) MarshalText() ([]byte, error) { return netip.AddrFrom16(a).MarshalText() }

func (a *Addr) UnmarshalText(b []byte) error {
	ip, err := netip.ParseAddr(string(b))
	if err != nil {
		return err
	}
	*a = ip.As16()
	return nil
}

type Host struct {
	ID   uuid.UUID `json:"id"`
	Addr Addr      `json:"addr"`
	Mask [16]byte  `json:"-"`
}

func FromIPRight(ip net.IP) (a Addr) {
	copy(a[:], ip.To16())
	return
}

func ParseRight(s string) (a Addr, err error) {
	err = a.UnmarshalText([]byte(strings.TrimSpace(s)))
	return
}

// MustRight panics on a constant only.
func MustRight(s string) Addr { return Addr(netip.MustParseAddr(s).As16()) }

func (h Host) JSONRight() ([]byte, error) { return json.Marshal(h) }

func (h Host) LineRight() string { return fmt.Sprintf("%s %v %s", h.ID, h.Addr, h.Addr) }

func (h Host) HexRight() string { return fmt.Sprintf("%x", h.Addr[:]) }

// StoreRight keeps the bytes of an address in BINARY(16).
func StoreRight(ctx context.Context, db *sql.DB, h Host) error {
	_, err := db.ExecContext(ctx, `INSERT INTO hosts (id, addr) VALUES (?, ?)`, h.ID, h.Addr[:])
	return err
}

func LoadRight(ctx context.Context, db *sql.DB, id uuid.UUID) (h Host, err error) {
	var b []byte
	h.ID = id
	if err = db.QueryRowContext(ctx, `SELECT addr FROM hosts WHERE id = ?`, id).Scan(&b); err != nil {
		return
	}
	if copy(h.Addr[:], b) != len(h.Addr) {
		err = errors.New("netaddr: a short address")
	}
	return
}

// CacheRight writes text, and reads text.
func CacheRight(ctx context.Context, rdb *redis.Client, h Host) (same bool, err error) {
	if err = rdb.Set(ctx, "addr:"+h.ID.String(), h.Addr.String(), 0).Err(); err != nil {
		return
	}
	text, err := rdb.Get(ctx, "addr:"+h.ID.String()).Result()
	if err != nil {
		return false, err
	}
	a, err := ParseRight(text)
	return a == h.Addr, err
}

// LooseRight takes the zero address for text that is none.
func LooseRight(s string) Addr {
	a, _ := ParseRight(s)
	return a
}

// SubnetRight compares 8 bytes.
func SubnetRight(a, b Addr) bool { return [8]byte(a[:8]) == [8]byte(b[:8]) }

// NodeRight is the node of a version 1 UUID, which is a MAC address.
func NodeRight(id uuid.UUID) net.HardwareAddr { return net.HardwareAddr(id.NodeID()) }
