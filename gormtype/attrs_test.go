package gormtype_test

import (
	"reflect"
	"strings"
	"testing"

	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
)

// A GORM whose Statement does not have the two unexported fields that the plugin reads is an
// error that names the field. TestOtherGORM of integration/gormtype compiles one.
func TestOtherStatement(t *testing.T) {
	for _, tt := range []struct {
		name      string
		statement reflect.Type
		want      string // the field; "" for no error
	}{
		{"GORM's", reflect.TypeFor[gorm.Statement](), ""},
		{"one without attrs", reflect.TypeFor[struct{ assigns []any }](), "attrs"},
		{"one without assigns", reflect.TypeFor[struct{ attrs []any }](), "assigns"},
		{"one of another type", reflect.TypeFor[struct {
			attrs   []any
			assigns map[string]any
		}](), "assigns"},
	} {
		err := gormtype.ReadHidden(tt.statement)
		if tt.want == "" && err == nil {
			continue
		}
		if tt.want == "" || err == nil || !strings.Contains(err.Error(), " field "+tt.want+" ") && !strings.Contains(err.Error(), " field "+tt.want+",") {
			t.Errorf("%s: got error %v, want one of the field %q", tt.name, err, tt.want)
		}
	}
}
