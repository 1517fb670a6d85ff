//go:build full

package lines

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/caarlos0/env/v11"
	"github.com/go-chi/chi/v5"
	"github.com/rs/zerolog"
	"github.com/spf13/pflag"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
)

// field is the field id of the line of JSON that a logger wrote.
func field(line []byte) (string, error) {
	var l struct{ ID string }
	err := json.Unmarshal(line, &l)
	return l.ID, err
}

func slogOps[T id, N any](testing.TB) ecosystem.Ops[T, N] {
	return written[T, N](func(u T) (string, error) {
		var b bytes.Buffer
		slog.New(slog.NewJSONHandler(&b, nil)).Info("", slog.Any("id", u))
		return field(b.Bytes())
	})
}

func zapOps[T id, N any](testing.TB) ecosystem.Ops[T, N] {
	return written[T, N](func(u T) (string, error) {
		var b bytes.Buffer
		core := zapcore.NewCore(zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig()), zapcore.AddSync(&b), zap.InfoLevel)
		zap.New(core).Info("", zap.Stringer("id", u))
		return field(b.Bytes())
	})
}

func zerologOps[T id, N any](testing.TB) ecosystem.Ops[T, N] {
	return written[T, N](func(u T) (string, error) {
		var b bytes.Buffer
		log := zerolog.New(&b)
		log.Info().Stringer("id", u).Msg("")
		return field(b.Bytes())
	})
}

func flagOps[T id, N any](testing.TB) ecosystem.Ops[T, N] {
	return parsed[T, N](func(text string, v *T) error {
		fs := flag.NewFlagSet("", flag.ContinueOnError)
		fs.SetOutput(io.Discard)
		fs.TextVar(textOf(v), "id", *v, "usage")
		return fs.Parse([]string{"-id", text})
	})
}

func pflagOps[T id, N any](testing.TB) ecosystem.Ops[T, N] {
	return parsed[T, N](func(text string, v *T) error {
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		fs.SetOutput(io.Discard)
		fs.TextVar(textOf(v), "id", *v, "usage")
		return fs.Parse([]string{"--id", text})
	})
}

// A kongOptions is what kong reads a command line into.
type kongOptions[T any] struct{ ID T }

func kongOps[T id, N any](testing.TB) ecosystem.Ops[T, N] {
	return parsed[T, N](func(text string, v *T) error {
		options := kongOptions[T]{*v}
		k, err := kong.New(&options, kong.Exit(func(int) {}))
		if err == nil {
			_, err = k.Parse([]string{"--id", text})
		}
		if err == nil {
			*v = options.ID
		}
		return err
	})
}

type environment[T any] struct {
	ID T `env:"ID"`
}

func envOps[T id, N any](testing.TB) ecosystem.Ops[T, N] {
	return parsed[T, N](func(text string, v *T) error {
		e := environment[T]{*v}
		err := env.ParseWithOptions(&e, env.Options{Environment: map[string]string{"ID": text}})
		*v = e.ID
		return err
	})
}

func chiOps[T id, N any](testing.TB) ecosystem.Ops[T, N] {
	return parsed[T, N](func(text string, v *T) (err error) {
		r := chi.NewRouter()
		r.Get("/{id}", func(_ http.ResponseWriter, r *http.Request) {
			err = textOf(v).UnmarshalText([]byte(chi.URLParam(r, "id")))
		})
		r.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/"+url.PathEscape(text), nil))
		return err
	})
}
