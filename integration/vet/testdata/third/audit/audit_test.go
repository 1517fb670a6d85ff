package audit

import (
	"strings"
	"testing"

	google "github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/uuidtest"
)

// Ids of the fixtures. MustParse of a constant is right.
var (
	alice = google.MustParse("019a8f3c-6a1e-7b52-9d41-0c6f8e2b7a10")
	bob   = uuid.MustParse("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6")
)

func TestMake(t *testing.T) {
	id, ok := Make("v7")
	require.True(t, ok)
	assert.NotEqual(t, uuid.Nil, id) // WRONG(uuidfunc): Nil is a function, and not the Nil UUID
}

func TestMakeRight(t *testing.T) {
	id, ok := Make("v7")
	require.True(t, ok)
	assert.NotEqual(t, uuid.Nil(), id)
	assert.NotEqual(t, google.Nil, alice)
}

func TestAnonymous(t *testing.T) {
	e := Event{ID: uuidtest.ID(1)}
	assert.True(t, e.AnonymousRight())
	e.Actor = bob
	assert.False(t, e.AnonymousRight())
}

func TestSpan(t *testing.T) {
	assert.Equal(t, "00-"+strings.ToUpper(strings.ReplaceAll(alice.String(), "-", ""))+"-01", SpanRight(alice))
}

func TestText(t *testing.T) {
	// uuidkit parses upper case, and String is lower case.
	assert.Equal(t, "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", bob.String())
	assert.True(t, bob.String() == strings.ToLower("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"))
}
