package gormtype_test

import (
	"testing"

	"gorm.io/gorm"
)

// A model without UUIDs costs the same, but for a few allocations.
func TestPluginAllocs(t *testing.T) {
	type account struct {
		ID   int
		Name string
		Rank uint8
	}
	plain := open(t, "mysql")
	with := openPlugin(t, "mysql")
	for name, run := range map[string]func(*gorm.DB){
		"Find": func(db *gorm.DB) {
			db.Where("name = ? AND rank IN ?", "x", []int{1, 2}).Order("name").Limit(1).Find(&[]account{}, 1)
		},
		"Find of many conditions": func(db *gorm.DB) {
			for range 10 {
				db = db.Where("name = ? OR rank = ?", "x", 1).Where(map[string]any{"name": "x"})
			}
			db.Joins("JOIN t ON t.id = ?", 1).Select("id + ? AS id", 1).Group("name").Having("name <> ?", "").Find(&[]account{})
		},
		"Find of columns": func(db *gorm.DB) {
			for range 10 {
				db = db.Where("name", "x").Where("rank", []uint{1, 2}).Where(map[string]any{"name": []string{"x", "y"}})
			}
			db.Table("accounts").Find(&[]map[string]any{})
		},
		"Find of a model": func(db *gorm.DB) { db.Model(&account{}).Find(&[]account{}, map[string]any{"name": "x"}) },
		"Create":          func(db *gorm.DB) { db.Create(&account{ID: 1}) },
		"Create of a list": func(db *gorm.DB) {
			list := make([]account, 50)
			for i := range list {
				list[i].ID = i + 1
			}
			db.Create(&list)
		},
		"Update": func(db *gorm.DB) { db.Model(&account{ID: 1}).Updates(map[string]any{"name": "x", "rank": 1}) },
		"Delete": func(db *gorm.DB) { db.Delete(&account{}, 1) },
		"Raw":    func(db *gorm.DB) { db.Raw("SELECT ?", 1).Find(&[]account{}) },
		"Exec":   func(db *gorm.DB) { db.Exec("UPDATE accounts SET name = ?", "x") },
	} {
		without, got := testing.AllocsPerRun(100, func() { run(plain) }), testing.AllocsPerRun(100, func() { run(with) })
		if got > without+5 {
			t.Errorf("%s: %v allocations, and %v without the plugin", name, got, without)
		}
	}
}
