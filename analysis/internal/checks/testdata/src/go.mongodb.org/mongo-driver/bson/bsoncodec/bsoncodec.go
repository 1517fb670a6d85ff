// Package bsoncodec has the signatures of version 1 of MongoDB's driver that the tests need.
package bsoncodec

import "reflect"

type RegistryBuilder struct{}

type DefaultValueEncoders struct{}

func (DefaultValueEncoders) RegisterDefaultEncoders(rb *RegistryBuilder) {}

type Registry struct{}

func (*Registry) RegisterTypeEncoder(valueType reflect.Type, enc any) {}
