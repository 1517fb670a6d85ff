package bson

import "sync"

var between func(*Registry)
var registering sync.Mutex // because bsonx makes a registry itself

// SetBetween registers types with the default registry, and with those that NewRegistry makes.
func SetBetween(f func(*Registry)) {
	registering.Lock()
	defer registering.Unlock()
	between = f
	f(defaultRegistry)
}

func NewRegistry() *Registry {
	reg := newRegistry()
	if between != nil && registering.TryLock() {
		defer registering.Unlock()
		between(reg)
	}
	return reg
}
