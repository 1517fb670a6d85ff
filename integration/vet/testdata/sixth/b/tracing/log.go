// Package tracing writes the access log, and the names of spans.
package tracing

import (
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"path/filepath"

	"github.com/gin-gonic/gin"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Span struct {
	Trace  uuid.UUID
	Parent *uuid.UUID
	Name   string
}

// traceparent is the W3C header: 32 digits of the trace.
func (s Span) traceparent(span uint64) string {
	return fmt.Sprintf("00-%x-%016x-01", s.Trace, span) // WRONG(uuidprintf): 72 digits
}

func (s Span) traceparentRight(span uint64) string {
	return fmt.Sprintf("00-%x-%016x-01", s.Trace[:], span)
}

func (s Span) file(dir string) string {
	name := fmt.Sprintf("%X.json", s.Trace) // WRONG(uuidprintf): the hex of the text
	return filepath.Join(dir, name)
}

func (s Span) fileRight(dir string) string {
	name := fmt.Sprintf("%X.json", [16]byte(s.Trace))
	return filepath.Join(dir, name)
}

func (s Span) check() error {
	if s.Name == "" {
		return fmt.Errorf("span of trace %x has no name", s.Trace) // WRONG(uuidprintf): Errorf formats alike
	}
	return nil
}

func (s Span) checkRight() error {
	if s.Name == "" {
		return fmt.Errorf("span of trace %s has no name", s.Trace)
	}
	return nil
}

type Logger struct {
	out *log.Logger
	w   io.Writer
}

func New() *Logger {
	return &Logger{out: log.New(os.Stderr, "trace ", log.LstdFlags), w: os.Stdout}
}

func (l *Logger) debugf(format string, args ...any) {
	l.out.Printf("DEBUG "+format, args...)
}

func (l *Logger) finish(s Span) {
	if s.Parent != nil {
		l.out.Printf("%s: parent %x", s.Name, s.Parent) // WRONG(uuidprintf): a pointer has the method String, too
	}
}

func (l *Logger) finishRight(s Span) {
	if s.Parent != nil {
		l.out.Printf("%s: parent %x", s.Name, s.Parent[:])
	}
}

func (l *Logger) begin(s Span, n int) {
	l.debugf("begin %s %x (%d)", s.Name, s.Trace, n) // WRONG(uuidprintf): debugf passes it to Printf
}

func (l *Logger) beginRight(s Span, n int) {
	l.debugf("begin %s %x (%d)", s.Name, s.Trace[:], n)
}

func (l *Logger) list(ids []uuid.UUID) {
	for i, id := range ids {
		fmt.Fprintf(l.w, "%3d %08x %s\n", i, id, id.Version()) // WRONG(uuidprintf): %08x is 72 digits
	}
}

func (l *Logger) listRight(ids []uuid.UUID) {
	for i, id := range ids {
		fmt.Fprintf(l.w, "%3d %08x %s\n", i, id.ID(), id.Version())
	}
}

func health(c *gin.Context) {
	id := uuid.New()
	c.String(http.StatusOK, "instance %x", id) // WRONG(uuidprintf): String formats with fmt
}

func healthRight(c *gin.Context) {
	id := uuid.New()
	c.String(http.StatusOK, "instance %s", hex.EncodeToString(id[:]))
}

// others have a Format method, which writes 32 digits.
func others(a gofrs.UUID, b kit.UUID) string {
	return fmt.Sprintf("%x %X %x %v %q", a, b, b, a, b)
}

func all(id uuid.UUID) []string {
	return []string{
		fmt.Sprint(id), fmt.Sprintf("%v", id), fmt.Sprintf("%-40s|", id), fmt.Sprintf("%q", id),
		fmt.Sprintf("%x", [16]byte(id)), fmt.Sprintf("%08x", id.ID()), fmt.Sprintf("%v", &id),
	}
}

func span(c echo.Context) error {
	s := Span{Trace: uuid.New(), Name: c.Path()}
	c.Logger().Infof("span %v of %s", s.Trace, s.Name)
	c.Response().Header().Set("traceparent", s.traceparentRight(1))
	return c.String(http.StatusOK, s.Trace.String())
}
