// Package options has the signatures of version 1 of MongoDB's driver that the tests need.
package options

type ClientOptions struct{}

func Client() *ClientOptions                                { return nil }
func (o *ClientOptions) ApplyURI(uri string) *ClientOptions { return o }

type InsertOneOptions struct{}

func InsertOne() *InsertOneOptions { return nil }
