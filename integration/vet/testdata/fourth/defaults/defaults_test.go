package defaults

import (
	"testing"

	google "github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestGuide(t *testing.T) {
	v := &Visit{ID: uuid.NewV7()}
	assert.Equal(t, uuid.Nil, v.Guide) // WRONG(uuidfunc): never equal
}

func TestGuideRight(t *testing.T) {
	v := &Visit{ID: uuid.NewV7()}
	assert.Equal(t, uuid.Nil(), v.Guide)
}

func TestID(t *testing.T) {
	for _, v := range []Visit{{ID: uuid.New()}, {ID: uuid.NewV7()}} {
		require.NotEqual(t, uuid.Nil, v.ID) // WRONG(uuidfunc): always passes
	}
}

func TestIDRight(t *testing.T) {
	for _, v := range []Visit{{ID: uuid.New()}, {ID: uuid.NewV7()}} {
		require.NotEqual(t, uuid.Nil(), v.ID)
	}
}

func TestGoogle(t *testing.T) {
	assert.NotEqual(t, google.Nil, google.New())
}
