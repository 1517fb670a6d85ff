// Command matchplay is the UDP and TCP end of a game, with MessagePack.
package main

import (
	"bufio"
	"fmt"
	"log"
	"net"

	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/vmihailenco/msgpack/v5"
)

type (
	PlayerID uuid.UUID // never registered
	SeatID   uuid.UUID // registered in main
	MatchID  [16]byte
)

type Join struct {
	Player PlayerID `msgpack:"player"`
	Name   string   `msgpack:"name"`
}

type JoinRight struct {
	Player uuid.UUID `msgpack:"player"`
	Name   string    `msgpack:"name"`
}

type Move struct {
	Match *MatchID `msgpack:"match"`
	X, Y  int
}

type MoveRight struct {
	Match *uuid.UUID `msgpack:"match"`
	X, Y  int
}

type Sit struct {
	Seat SeatID `msgpack:"seat"`
}

type envelope[T any] struct {
	Seq  uint64 `msgpack:"seq"`
	Body T      `msgpack:"body"`
}

type server struct {
	players map[uuid.UUID]string
	moves   int
}

func (s *server) join(packet []byte) error {
	var j Join
	if err := msgpack.Unmarshal(packet, &j); err != nil { // WRONG(uuidlength): shorter bytes fill only a part of Player
		return err
	}
	s.players[uuid.UUID(j.Player)] = j.Name
	return nil
}

func (s *server) joinRight(packet []byte) error {
	var j JoinRight
	if err := msgpack.Unmarshal(packet, &j); err != nil {
		return err
	}
	s.players[j.Player] = j.Name
	return nil
}

func (s *server) play(conn net.Conn) error {
	dec := msgpack.NewDecoder(bufio.NewReader(conn))
	for {
		m := new(Move)
		if err := dec.Decode(m); err != nil { // WRONG(uuidlength): MatchID has no methods
			return err
		}
		s.moves++
	}
}

func (s *server) playRight(conn net.Conn) error {
	dec := msgpack.NewDecoder(bufio.NewReader(conn))
	for {
		m := new(MoveRight)
		if err := dec.Decode(m); err != nil {
			return err
		}
		s.moves++
	}
}

func (s *server) kick(packet []byte) error {
	var ids []PlayerID
	err := msgpack.Unmarshal(packet, &ids) // WRONG(uuidlength): a list of PlayerID
	if err != nil {
		return fmt.Errorf("kick: %w", err)
	}
	for _, id := range ids {
		delete(s.players, uuid.UUID(id))
	}
	return nil
}

func (s *server) kickRight(packet []byte) error {
	var ids []uuid.UUID
	err := msgpack.Unmarshal(packet, &ids)
	if err != nil {
		return fmt.Errorf("kick: %w", err)
	}
	for _, id := range ids {
		delete(s.players, id)
	}
	return nil
}

func (s *server) rename(packet []byte) error {
	var e envelope[Join]
	if err := msgpack.Unmarshal(packet, &e); err != nil { // WRONG(uuidlength): the body has a PlayerID
		return err
	}
	s.players[uuid.UUID(e.Body.Player)] = e.Body.Name
	return nil
}

func (s *server) renameRight(packet []byte) error {
	var e envelope[JoinRight]
	if err := msgpack.Unmarshal(packet, &e); err != nil {
		return err
	}
	s.players[e.Body.Player] = e.Body.Name
	return nil
}

// sit reads a type that main has registered.
func (s *server) sit(packet []byte) (uuid.UUID, error) {
	var sit Sit
	err := msgpack.Unmarshal(packet, &sit)
	return uuid.UUID(sit.Seat), err
}

// roster is what the server sends.
func (s *server) roster() ([]byte, error) {
	list := make([]Join, 0, len(s.players))
	for id, name := range s.players {
		list = append(list, Join{Player: PlayerID(id), Name: name})
	}
	return msgpack.Marshal(list)
}

func main() {
	if err := msgpackx.Register[SeatID](); err != nil {
		log.Fatal(err)
	}
	s := &server{players: map[uuid.UUID]string{}}
	pc, err := net.ListenPacket("udp", ":9000")
	if err != nil {
		log.Fatal(err)
	}
	buf := make([]byte, 1500)
	for {
		n, addr, err := pc.ReadFrom(buf)
		if err != nil {
			log.Fatal(err)
		}
		for _, h := range []func([]byte) error{s.join, s.joinRight, s.kick, s.kickRight, s.rename, s.renameRight} {
			if err := h(buf[:n]); err != nil {
				log.Print(addr, ": ", err)
			}
		}
		if _, err := s.sit(buf[:n]); err != nil {
			log.Print(err)
		}
		out, err := s.roster()
		if err != nil {
			log.Fatal(err)
		}
		pc.WriteTo(out, addr)
		if c, err := net.Dial("tcp", addr.String()); err == nil {
			log.Print(s.play(c), s.playRight(c))
		}
	}
}
