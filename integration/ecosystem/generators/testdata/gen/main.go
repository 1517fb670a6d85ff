// The program makes package query of package model.
package main

import (
	"os"

	"gorm.io/gen"
	"gorm.io/gorm"
	"gorm.io/gorm/utils/tests"

	"github.com/uuidkit/uuidkit/integration/ecosystem/generators/testdata/gen/model"
)

func main() {
	db, err := gorm.Open(tests.DummyDialector{})
	if err != nil {
		panic(err)
	}
	g := gen.NewGenerator(gen.Config{OutPath: os.Args[1]})
	g.UseDB(db)
	g.ApplyBasic(model.Google{}, model.Gofrs{}, model.Ours{}, model.Native{})
	g.Execute()
}
