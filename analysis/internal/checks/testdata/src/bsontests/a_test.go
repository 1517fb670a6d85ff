package bsontests

import (
	"bsonuuid/models"
	"testing"
)

func TestConnect(t *testing.T) {
	Connect()
	_ = models.User{}
}
