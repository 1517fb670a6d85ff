package pgtype

// Between registers types with each Map.
var Between = func(*Map) {}

func NewMap() *Map {
	m := newMap()
	Between(m)
	return m
}
