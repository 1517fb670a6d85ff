//go:build full

package lines

import (
	"encoding"
	"errors"
	"fmt"
	"testing"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestLines(t *testing.T) { ecosystem.Run(t, rows()) }

// An id is any of the types that are measured.
type id interface {
	~[16]byte
	fmt.Stringer
	encoding.TextMarshaler
}

func rows() []ecosystem.Row {
	const text, unmarshaler, bytes = "String or MarshalText", "UnmarshalText", "[]byte"
	row := func(library, module, asks, say string, with ecosystem.Types) ecosystem.Row {
		r := ecosystem.Row{Library: library, Store: asks, Module: module, Link: "https://pkg.go.dev/" + module, Say: "`" + say + "`", With: with}
		if library == module {
			r.Version = "of Go"
		}
		return r
	}
	return []ecosystem.Row{
		row("log/slog", "log/slog", text, `slog.Any("id", id)`, ecosystem.Of(slogOps[S, SN], slogOps[G, GN], slogOps[F, FN], slogOps[U, UN])),
		row("zap", "go.uber.org/zap", text, `zap.Stringer("id", id)`, ecosystem.Of(zapOps[S, SN], zapOps[G, GN], zapOps[F, FN], zapOps[U, UN])),
		row("zerolog", "github.com/rs/zerolog", text, `log.Info().Stringer("id", id)`, ecosystem.Of(zerologOps[S, SN], zerologOps[G, GN], zerologOps[F, FN], zerologOps[U, UN])),
		row("flag", "flag", unmarshaler, `flag.TextVar(&id, "id", id, "usage")`, ecosystem.Of(flagOps[S, SN], flagOps[G, GN], flagOps[F, FN], flagOps[U, UN])),
		row("pflag", "github.com/spf13/pflag", unmarshaler, `pflag.TextVar(&id, "id", id, "usage")`, ecosystem.Of(pflagOps[S, SN], pflagOps[G, GN], pflagOps[F, FN], pflagOps[U, UN])),
		row("kong", "github.com/alecthomas/kong", unmarshaler, `ID uuid.UUID`, ecosystem.Of(kongOps[S, SN], kongOps[G, GN], kongOps[F, FN], kongOps[U, UN])),
		row("env", "github.com/caarlos0/env/v11", unmarshaler, `ID uuid.UUID`, ecosystem.Of(envOps[S, SN], envOps[G, GN], envOps[F, FN], envOps[U, UN])),
		row("chi", "github.com/go-chi/chi/v5", "your own parsing", `id.UnmarshalText([]byte(chi.URLParam(r, "id")))`, ecosystem.Of(chiOps[S, SN], chiOps[G, GN], chiOps[F, FN], chiOps[U, UN])),
		row("badger", "github.com/dgraph-io/badger/v4", bytes, `txn.Set(id[:], value)`, ecosystem.Of(badgerOps[S, SN], badgerOps[G, GN], badgerOps[F, FN], badgerOps[U, UN])),
		row("kafka-go", "github.com/segmentio/kafka-go", bytes, `kafka.Message{Key: id[:]}`, ecosystem.Of(kafkaOps[S, SN], kafkaOps[G, GN], kafkaOps[F, FN], kafkaOps[U, UN])),
	}
}

// written are the Ops of a library that only writes text.
func written[T id, N any](write func(T) (string, error)) ecosystem.Ops[T, N] {
	return ecosystem.Ops[T, N]{Native: uuid.UUID.String, One: ecosystem.Value[T]{Write: write}}
}

// parsed are those of a library that only reads text.
func parsed[T id, N any](parse func(text string, v *T) error) ecosystem.Ops[T, N] {
	var text string
	o := ecosystem.Ops[T, N]{
		Native: uuid.UUID.String, One: ecosystem.Value[T]{Read: func(v *T) error { return parse(text, v) }},
		Seed: func(us ...uuid.UUID) error { text = us[0].String(); return nil },
		Bad:  map[string]func() error{},
	}
	for name, s := range map[string]string{"xyz": "xyz", "16 letters": "0123456789abcdef"} {
		o.Bad[name] = func() error { text = s; return nil }
	}
	return o
}

// kept are those of a library that stores bytes.
func kept[T id, N any](put func([]byte) error, get func() ([]byte, error)) ecosystem.Ops[T, N] {
	return ecosystem.Ops[T, N]{
		Native: func(u uuid.UUID) string { return fmt.Sprintf("%x", u[:]) },
		One: ecosystem.Value[T]{Write: func(u T) (string, error) {
			if err := put(u[:]); err != nil {
				return "", err
			}
			b, err := get()
			return fmt.Sprintf("%x", b), err
		}, Read: func(v *T) error {
			b, err := get()
			if err != nil {
				return err
			}
			if len(b) != 16 {
				return errors.New("not 16 bytes")
			}
			*v = T(b)
			return nil
		}},
	}
}

// textOf is v for those who ask for an encoding.TextUnmarshaler.
func textOf[T id](v *T) encoding.TextUnmarshaler { return any(v).(encoding.TextUnmarshaler) }
