package uuidprintf

import (
	"fmt"

	"github.com/google/uuid"
)

type BoxID uuid.UUID

type Sum [16]byte

type Slot uuid.UUID

type TraceID [16]byte // named as ids are

// A GUID has a String of its pointer alone.
type GUID [16]byte

func (*GUID) String() string { return "" }

func guids(g GUID) {
	fmt.Sprintf("%x", g)
	fmt.Sprintf("%x", &g) // want `%x of uuidprintf.GUID is the hex of its text, 72 digits`
	fmt.Sprintf("%v", &g)
	fmt.Sprintf("%v", g) // want `%v of uuidprintf.GUID, which has no String, prints 16 numbers`
}

func infof(format string, args ...any) { fmt.Printf("info: "+format, args...) }

func print(id uuid.UUID, p *uuid.UUID, box BoxID, sum Sum, slot Slot, span TraceID) {
	fmt.Sprintf("%x", id)        // want `%x of uuid.UUID is the hex of its text, 72 digits`
	fmt.Sprintf("a %d %X", 1, p) // want `%X of uuid.UUID is the hex`
	fmt.Sprintf("box/%v", box)   // want `%v of uuidprintf.BoxID, which has no String, prints 16 numbers: convert it to the UUID type$`
	fmt.Sprintf("%v", span)      // want `%v of uuidprintf.TraceID.*; that TraceID is a UUID is a guess from its name$`

	infof("a %s", box)      // want `%s of uuidprintf.BoxID.*; that infof formats as fmt does is a guess from its name$`
	fmt.Println("box", box) // want `Println of uuidprintf.BoxID`
	fmt.Sprint(slot)        // want `Sprint of uuidprintf.Slot`

	fmt.Println(id, sum)
	infof("a %s", id)
	fmt.Sprintf("%x", id[:])
	fmt.Sprintf("%s %v", id, p)
	fmt.Sprintf("%x", box)
	fmt.Sprintf("%v", sum)
	fmt.Sprintf("%v", uuid.UUID(box))
}
