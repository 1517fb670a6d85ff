package ecosystem

import (
	"reflect"
)

// As is what a program does that converts each T to a C, and N to CN, at the edge.
func As[T ~[16]byte, N any, C ~[16]byte, CN any](o Ops[C, CN]) Ops[T, N] {
	as := Ops[T, N]{Native: o.Native, None: o.None, Seed: o.Seed, Bad: o.Bad, Fields: o.Fields, Keeps: o.Keeps}
	as.One = convert[T, C](o.One)
	as.Ptr = convert[*T, *C](o.Ptr)
	as.Null = convert[N, CN](o.Null)
	as.List = convert[[]T, []C](o.List)
	as.Nested = convert[map[string]T, map[string]C](o.Nested)
	if o.Find != nil {
		as.Find = func(u T) (int, error) { return o.Find(C(u)) }
	}
	if o.In != nil {
		as.In = func(us []T) (int, error) {
			var cs []C
			into(&cs, us)
			return o.In(cs)
		}
	}
	return as
}

func convert[V, W any](w Value[W]) (v Value[V]) {
	if w.Write != nil {
		v.Write = func(v V) (string, error) {
			var as W
			into(&as, v)
			return w.Write(as)
		}
	}
	if w.Read != nil {
		v.Read = func(v *V) error {
			var as W
			into(&as, *v)
			err := w.Read(&as)
			into(v, as)
			return err
		}
	}
	return v
}

// into converts v, which is a UUID, a nullable, or a pointer, list or map of UUIDs.
func into(dst, v any) { assign(reflect.ValueOf(dst).Elem(), reflect.ValueOf(v)) }

func assign(dst, src reflect.Value) {
	t := dst.Type()
	switch t.Kind() {
	case reflect.Array:
		dst.Set(src.Convert(t))
	case reflect.Pointer:
		dst.SetZero()
		if !src.IsNil() {
			dst.Set(reflect.New(t.Elem()))
			assign(dst.Elem(), src.Elem())
		}
	case reflect.Slice:
		dst.SetZero()
		for i := range src.Len() {
			one := reflect.New(t.Elem()).Elem()
			assign(one, src.Index(i))
			dst.Set(reflect.Append(dst, one))
		}
	case reflect.Map:
		dst.SetZero()
		if !src.IsNil() {
			dst.Set(reflect.MakeMap(t))
			for _, k := range src.MapKeys() {
				one := reflect.New(t.Elem()).Elem()
				assign(one, src.MapIndex(k))
				dst.SetMapIndex(k, one)
			}
		}
	case reflect.Struct: // a nullable
		valid := src.FieldByName("Valid").Bool()
		dst.SetZero()
		if valid {
			assign(dst.Field(0), src.Field(0))
		}
		dst.FieldByName("Valid").SetBool(valid)
	}
}
