package bsoncodec

import "sync"

// Between registers types with each registry that a RegistryBuilder makes.
var Between func(*Registry)
var registering sync.Mutex // because driverv1 makes a registry itself

func (rb *RegistryBuilder) Build() *Registry {
	reg := rb.build()
	if Between != nil && registering.TryLock() {
		defer registering.Unlock()
		Between(reg)
	}
	return reg
}
