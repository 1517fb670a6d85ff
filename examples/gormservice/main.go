/*
Gormservice is a small shop with GORM: customers with a referrer, orders of a customer,
and products in many orders. Its models have google's UUIDs, which the plugin stores as
16 bytes.

	go run ./gormservice
	go run ./gormservice -mysql DSN

The first form needs no server: its database is SQLite, in memory.
*/
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	_ "modernc.org/sqlite" // the driver "sqlite", without cgo

	"github.com/uuidkit/uuidkit/gormtype"
	uuidkit "github.com/uuidkit/uuidkit/uuid"
)

// A Key gets an id of version 7 from Create, unless the program sets one.
type Key struct {
	ID uuid.UUID `gorm:"type:binary(16)"` // PostgreSQL: type:uuid
}

// BeforeCreate implements GORM's hook.
func (k *Key) BeforeCreate(*gorm.DB) error {
	if k.ID == uuid.Nil {
		k.ID = uuid.UUID(uuidkit.NewV7())
	}
	return nil
}

// A Customer has orders, and may have a referrer.
type Customer struct {
	Key
	Name       string
	ReferrerID uuid.NullUUID `gorm:"type:binary(16)"`
	Referrer   *Customer
	Orders     []Order
}

// An Order belongs to a customer. The coupon may be NULL.
type Order struct {
	Key
	CustomerID uuid.UUID  `gorm:"type:binary(16);index"`
	Coupon     *uuid.UUID `gorm:"type:binary(16)"`
	Customer   Customer
	Products   []Product `gorm:"many2many:order_products"`
}

// A Product is in many orders.
type Product struct {
	Key
	Name   string
	Orders []Order `gorm:"many2many:order_products"`
}

func main() {
	dsn := flag.String("mysql", "", "MySQL or MariaDB `DSN`, like user:password@tcp(host:3306)/database")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), "Usage: gormservice [-mysql DSN]\n\n"+
			"Gormservice stores related models with GORM: in SQLite, in memory, or in the tables\n"+
			"customers, orders, products and order_products of MySQL or MariaDB. It fails if\n"+
			"there are such tables, and drops its own.\n\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	db, err := open(*dsn)
	if err != nil {
		log.Fatal(err)
	}
	if err := run(os.Stdout, db); err != nil {
		log.Fatal(err)
	}
}

// open opens the database, says how it stores google's UUIDs, and compares the type
// tags of the models with that.
func open(dsn string) (*gorm.DB, error) {
	var dialector gorm.Dialector = sqlite.New(sqlite.Config{DriverName: "sqlite", DSN: "file::memory:?cache=shared"})
	if dsn != "" {
		dialector = mysql.Open(dsn)
	}
	db, err := gorm.Open(dialector, &gorm.Config{Logger: logger.Default.LogMode(logger.Silent)})
	if err != nil {
		return nil, err
	}
	if err := db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]())); err != nil {
		return nil, err
	}
	return db, gormtype.Check(db, &Customer{}, &Order{}, &Product{})
}

// run is one function, for a reader who follows the shop from its tables to its SQL.
func run(w io.Writer, db *gorm.DB) (err error) {
	for _, table := range []string{"customers", "orders", "products", "order_products"} {
		if db.Migrator().HasTable(table) {
			return fmt.Errorf("the database has a table %s already", table)
		}
	}
	defer func() {
		err = errors.Join(err, db.Migrator().DropTable("order_products", &Order{}, &Product{}, &Customer{}))
	}()
	if err := db.AutoMigrate(&Customer{}, &Order{}, &Product{}); err != nil {
		return err
	}

	// Create makes the rows of the relations, too, and of order_products.
	coupon := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	cup, tea := Product{Name: "cup"}, Product{Name: "tea"}
	ann := Customer{Name: "Ann", Orders: []Order{
		{Products: []Product{cup, tea}, Coupon: &coupon},
	}}
	if err := db.Create(&ann).Error; err != nil {
		return err
	}
	tea = ann.Orders[0].Products[1] // with its id
	bob := Customer{Name: "Bob", ReferrerID: uuid.NullUUID{UUID: ann.ID, Valid: true}, Orders: []Order{{Products: []Product{tea}}}}
	if err := db.Create(&bob).Error; err != nil {
		return err
	}

	// By an id, with all relations.
	var found Customer
	if err := db.Preload("Referrer").Preload("Orders.Products").First(&found, bob.ID).Error; err != nil {
		return err
	}
	fmt.Fprintf(w, "%s, whom %s has referred, has ordered %s\n", found.Name, found.Referrer.Name, found.Orders[0].Products[0].Name)

	// By ids, by NULL, and by an id of a relation.
	var customers []Customer
	if err := db.Order("name").Find(&customers, []uuid.UUID{ann.ID, bob.ID}).Error; err != nil {
		return err
	}
	for _, c := range customers {
		fmt.Fprintf(w, "%s: referred: %t\n", c.Name, c.ReferrerID.Valid)
	}
	var orders []Order
	if err := db.Joins("Customer").Where("Customer.id = ? AND coupon IS NULL", bob.ID).Find(&orders).Error; err != nil {
		return err
	}
	fmt.Fprintf(w, "%d order without a coupon, of %s\n", len(orders), orders[0].Customer.Name)
	fmt.Fprintln(w, "tea is in", db.Model(&tea).Association("Orders").Count(), "orders")

	// SQL of one's own.
	var n int64
	err = db.Raw("SELECT count(*) FROM order_products JOIN orders ON orders.id = order_id WHERE customer_id IN ?", []uuid.UUID{ann.ID, bob.ID}).Scan(&n).Error
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "ordered products:", n)

	// Take the tea out of Ann's order, and delete Bob's order by its id alone.
	if err := db.Model(&ann.Orders[0]).Association("Products").Delete(&tea); err != nil {
		return err
	}
	if err := db.Model(&bob.Orders[0]).Association("Products").Clear(); err != nil {
		return err
	}
	tx := db.Delete(&Order{}, bob.Orders[0].ID)
	if tx.Error != nil {
		return tx.Error
	}
	fmt.Fprintln(w, "tea is in", db.Model(&tea).Association("Orders").Count(), "orders;", tx.RowsAffected, "order deleted")

	var stored struct {
		Length int
		Hex    string
	}
	if err := db.Raw("SELECT length(coupon) AS length, hex(coupon) AS hex FROM orders WHERE coupon = ?", coupon).Scan(&stored).Error; err != nil {
		return err
	}
	fmt.Fprintln(w, "the coupon is stored in", stored.Length, "bytes:", stored.Hex)
	return nil
}
