// Package field has the signatures of ent that the tests need.
package field

type Builder struct{}

func UUID(name string, typ any) *Builder                 { return nil }
func String(name string) *Builder                        { return nil }
func (b *Builder) SchemaType(map[string]string) *Builder { return b }
func (b *Builder) Default(any) *Builder                  { return b }
