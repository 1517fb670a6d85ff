package uuidprintf

import (
	"fmt"

	"github.com/google/uuid"
)

type BoxID uuid.UUID

type Sum [16]byte

type Slot uuid.UUID

func infof(format string, args ...any) { fmt.Printf("info: "+format, args...) }

func print(id uuid.UUID, p *uuid.UUID, box BoxID, sum Sum, slot Slot) {
	fmt.Sprintf("%x", id)        // want `%x of uuid.UUID is the hex of its text, 72 digits`
	fmt.Sprintf("a %d %X", 1, p) // want `%X of uuid.UUID is the hex`
	fmt.Sprintf("box/%v", box)   // want `%v of uuidprintf.BoxID, which has no String, prints 16 numbers`

	infof("a %s", box)      // want `%s of uuidprintf.BoxID`
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
