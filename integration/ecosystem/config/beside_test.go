package config

import (
	"maps"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"github.com/spf13/viper"

	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/internal/vectors"
)

// beside are settings of other types, which each library reads in its way.
type beside struct {
	Wait    time.Duration
	Names   []string
	Port    int
	Debug   bool
	Address netip.Addr
	ID      G
}

// TestBeside: a program that has to read UUIDs of all types reads its other settings as before.
// A hook of one's own replaces those that viper and koanf have.
func TestBeside(t *testing.T) {
	doc := map[string]any{"wait": "5s", "names": "a,b", "port": "80", "debug": "true", "id": vectors.Text}
	for name, c := range map[string]struct {
		before, with func(doc map[string]any, v any) error
		names        []string // koanf splits no text
		address      string   // viper itself reads no text into it
	}{
		"viper": {func(doc map[string]any, v any) error { return inViper(t, doc).Unmarshal(v) },
			func(doc map[string]any, v any) error { return inViper(t, doc).Unmarshal(v, WithUUIDs) }, []string{"a", "b"}, ""},
		"koanf": {koanfPlain, koanfHooked, []string{"a,b"}, "127.0.0.1"},
	} {
		doc := maps.Clone(doc)
		want := beside{Wait: 5 * time.Second, Names: c.names, Port: 80, Debug: true, ID: G(vectors.U)}
		if c.address != "" {
			doc["address"], want.Address = c.address, netip.MustParseAddr(c.address)
		}
		var got beside
		if err := c.with(doc, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s, with UUIDHook: got %+v, %v, want %+v", name, got, err, want)
		}
		delete(doc, "id")
		got, want.ID = beside{}, G{}
		if err := c.before(doc, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s, without: got %+v, %v, want %+v", name, got, err, want)
		}
	}
}

func inViper(t testing.TB, doc map[string]any) *viper.Viper {
	v := viper.New()
	if err := v.MergeConfigMap(doc); err != nil {
		t.Fatal(err)
	}
	return v
}
