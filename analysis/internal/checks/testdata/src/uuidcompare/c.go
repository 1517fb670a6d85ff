package uuidcompare

import (
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"
)

var upper = map[string]int{
	"6BA7B810-9DAD-11D1-80B4-00C04FD430C8": 1,
	"6BA7B811-9DAD-11D1-80B4-00C04FD430C8": 2,
}

var lower = map[string]int{"6ba7b810-9dad-11d1-80b4-00c04fd430c8": 1}

var both = map[string]int{}

func init() {
	both["6BA7B810-9DAD-11D1-80B4-00C04FD430C8"] = 1
	both["6ba7b810-9dad-11d1-80b4-00c04fd430c8"] = 1
}

func contained(id uuid.UUID, ids []uuid.UUID, r *http.Request) {
	_ = slices.Contains(r.Form["id"], id.String())                                                                                     // want `what the request holds may be in upper case`
	_ = slices.Index([]string{"6BA7B810-9DAD-11D1-80B4-00C04FD430C8"}, id.String())                                                    // want `this list is in upper case`
	_ = slices.Contains([]string{"{6BA7B81009DAD11D180B400C04FD430C8}", "URN:UUID:6BA7B810-9DAD-11D1-80B4-00C04FD430C8"}, id.String()) // want `this list is in upper case`
	_ = slices.Contains([]string{"6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "6ba7b810-9dad-11d1-80b4-00c04fd430c8"}, id.String())
	var texts []string
	for _, id := range ids {
		texts = append(texts, id.String())
	}
	_ = slices.Contains(texts, r.FormValue("id")) // want `the list has texts of UUIDs in lower case, and what the request holds may be in upper case`
	_ = slices.Contains(texts, strings.ToLower(r.FormValue("id")))
	_ = slices.Contains(texts, id.String())
	texts = append(texts, r.FormValue("also"))
	_ = slices.Contains(texts, r.FormValue("id"))
}

type index struct{ byText, byName map[string]int }

func lookedUp(id uuid.UUID, ids []uuid.UUID, other map[string]int, r *http.Request) {
	_ = upper[id.String()] // want `the keys of this map are in upper case: parse them, and use the UUIDs as keys`
	_ = upper[strings.ToUpper(id.String())]
	_ = lower[id.String()]
	_ = both[id.String()]
	i := index{byText: map[string]int{}, byName: map[string]int{}}
	for n, id := range ids {
		i.byText[id.String()] = n
		i.byName[id.String()] = n
	}
	i.byName[r.FormValue("name")] = 0
	_, ok := i.byText[r.FormValue("id")] // want `the keys of this map are texts of UUIDs in lower case, and what the request holds may be in upper case`
	if ok {
		_ = i.byText[strings.ToLower(r.FormValue("id"))]
		_ = i.byName[r.FormValue("name")]
		_ = other[r.FormValue("id")]
	}
}
