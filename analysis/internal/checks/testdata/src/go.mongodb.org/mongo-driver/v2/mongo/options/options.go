// Package options has the signatures of MongoDB's driver that the tests need.
package options

import "go.mongodb.org/mongo-driver/v2/bson"

type ClientOptions struct{}

func Client() *ClientOptions                                       { return nil }
func (o *ClientOptions) ApplyURI(uri string) *ClientOptions        { return o }
func (o *ClientOptions) SetRegistry(*bson.Registry) *ClientOptions { return o }

type InsertOneOptionsBuilder struct{}

func InsertOne() *InsertOneOptionsBuilder { return nil }

type ReplaceOptionsBuilder struct{}

func Replace() *ReplaceOptionsBuilder { return nil }

type FindOneAndReplaceOptionsBuilder struct{}

func FindOneAndReplace() *FindOneAndReplaceOptionsBuilder { return nil }
