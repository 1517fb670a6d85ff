// Package bsoncodec has the signatures of version 1 of MongoDB's driver that the tests need.
package bsoncodec

type RegistryBuilder struct{}

type DefaultValueEncoders struct{}

func (DefaultValueEncoders) RegisterDefaultEncoders(rb *RegistryBuilder) {}
