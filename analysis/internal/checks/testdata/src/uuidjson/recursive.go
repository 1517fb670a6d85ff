package uuidjson

import (
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
)

// Types that are made of themselves: no check may follow them for ever.
type (
	tree  map[string]tree
	lists []lists
	to    *to
	node  struct {
		ID   uuid.UUID         `json:"id"`
		Next *node             `json:"next"`
		Kids map[string][]node `json:"kids"`
		Tree tree              `json:"tree"`
		To   to                `json:"-"`
	}
	box[T any] struct {
		Value T         `json:"value"`
		Boxes []*box[T] `json:"-"`
	}
)

func recursive(t tree, l lists, p to, n node) {
	json.Marshal(t)
	json.Marshal(l)
	json.Marshal(n)
	json.Marshal(lists{lists{}, nil})
	json.Marshal(tree{"a": tree{}})
	json.Marshal(box[uuid.UUID]{})
	fmt.Println(p, t, l)
}
