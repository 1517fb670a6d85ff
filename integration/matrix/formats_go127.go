//go:build go1.27

package matrix

import (
	"encoding/json/v2"
	"testing"
)

// jsonv2Rows returns the row of encoding/json as one of its successor.
func jsonv2Rows(r Row) []Row {
	r.Library = "encoding/json/v2"
	r.Open = func(testing.TB, Column) Session {
		return &codec{
			marshal:   func(doc any) ([]byte, error) { return json.Marshal(doc) },
			unmarshal: func(data []byte, doc any) error { return json.Unmarshal(data, doc) },
			before:    `{"x":`, after: `}`, show: asIs,
		}
	}
	return []Row{r}
}
