package main

import (
	"fmt"
	"os"
)

func Example() {
	if err := run(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// SQLite has the blob 0190163D8694739BAEA5966C26F8AD91 and null
	// read back: 0190163d-8694-739b-aea5-966c26f8ad91 false
}
