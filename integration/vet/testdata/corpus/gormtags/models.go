// Package gormtags has GORM models whose tags declare columns of 16 bytes. No plugin, no connector.
package gormtags

import (
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
)

// File has bytes as its key, and bytes as its folder.
type File struct {
	ID      []byte `gorm:"column:id;type:binary(16);primaryKey"`
	Folder  []byte `gorm:"column:folder_id;type:BINARY(16)"`
	Etag    string `gorm:"type:char(36)"`
	Size    int64
	Created time.Time
}

// TableName is the table's name.
func (File) TableName() string { return "files" }

// Photo has google's type in a column of bytes.
type Photo struct {
	ID   uuid.UUID `gorm:"type:binary(16);primaryKey"` // WRONG(uuidtext): its Value is text of 36 characters, and nothing converts it for binary(16)
	Name string
}

// Picture has google's type in a column of text.
type Picture struct {
	ID   uuid.UUID `gorm:"type:char(36);primaryKey"`
	Name string
}

// Album keeps a text in bytes.
type Album struct {
	Key   string `gorm:"primaryKey;type:binary(16)"` // WRONG(uuidtext): newAlbum fills it with 36 characters
	Title string
}

func newAlbum(db *gorm.DB, title string) error {
	return db.Create(&Album{Key: uuid.NewString(), Title: title}).Error // WRONG-ALSO
}

// Shelf keeps bytes in bytes.
type Shelf struct {
	Key   []byte `gorm:"primaryKey;type:binary(16)"`
	Title string
}

func newShelf(db *gorm.DB, title string) error {
	id := uuid.New()
	return db.Create(&Shelf{Key: id[:], Title: title}).Error
}

// Tag has the field types.
type Tag struct {
	gormtype.Key[gormtype.UUID]
	File  gormtype.UUID  `gorm:"column:file_id"`
	By    *gormtype.UUID `gorm:"column:by_user"`
	Name  string
	Outer gormtype.Text `gorm:"column:outer_ref"`
}

// Upload has a nullable column of bytes.
type Upload struct {
	gormtype.Key[gormtype.UUID]
	Session uuid.NullUUID `gorm:"type:binary(16)"` // WRONG(uuidtext): NullUUID is written as text, too long for binary(16)
}

// Download has a nullable column of bytes.
type Download struct {
	gormtype.Key[gormtype.UUID]
	Session gormtype.Null[gormtype.UUID] `gorm:"type:binary(16)"`
}

type files struct {
	db *gorm.DB
}

func open(dsn string) (*files, error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{})
	if err != nil {
		return nil, err
	}
	if err := db.AutoMigrate(&File{}, &Photo{}, &Picture{}, &Album{}, &Shelf{}, &Tag{}, &Upload{}, &Download{}); err != nil {
		return nil, err
	}
	return &files{db}, nil
}

func (f *files) get(id uuid.UUID) (*File, error) {
	var file File
	if err := f.db.Where("id = ?", id.String()).First(&file).Error; err != nil { // WRONG(uuidtext): text against files.id, which is BINARY(16): never found
		return nil, err
	}
	return &file, nil
}

func (f *files) one(id uuid.UUID) (*File, error) {
	var file File
	if err := f.db.Where("id = ?", id[:]).First(&file).Error; err != nil {
		return nil, err
	}
	return &file, nil
}

func (f *files) show(c *gin.Context) {
	id := c.Param("id")
	file := File{}
	if err := f.db.First(&file, "id = ?", id).Error; err != nil { // WRONG(uuidtext): the text of the path is compared with 16 bytes
		c.Status(http.StatusNotFound)
		return
	}
	c.JSON(http.StatusOK, gin.H{"size": file.Size})
}

func (f *files) view(c *gin.Context) {
	id, err := uuid.Parse(c.Param("id"))
	if err != nil {
		c.Status(http.StatusNotFound)
		return
	}
	file := File{}
	if err := f.db.First(&file, "id = ?", id[:]).Error; err != nil {
		c.Status(http.StatusNotFound)
		return
	}
	c.JSON(http.StatusOK, gin.H{"size": file.Size})
}

func (f *files) move(file, folder uuid.UUID) error {
	return f.db.Model(&File{}).Where("id = ?", file[:]).Update("folder_id", folder.String()).Error // WRONG(uuidtext): text is written into folder_id, a BINARY(16)
}

func (f *files) put(file, folder uuid.UUID) error {
	return f.db.Model(&File{}).Where("id = ?", file[:]).Update("folder_id", folder[:]).Error
}

func (f *files) inFolder(folder uuid.UUID) (list []File, err error) {
	q := f.db.Model(&File{}).Where("size > 0")
	q = q.Where("folder_id = ?", folder) // WRONG(uuidtext): google's Value is text, and the column has bytes
	err = q.Order("id").Find(&list).Error
	return list, err
}

func (f *files) ofFolder(folder uuid.UUID) (list []File, err error) {
	q := f.db.Model(&File{}).Where("size > 0")
	q = q.Where("folder_id = ?", folder[:])
	err = q.Order("id").Find(&list).Error
	return list, err
}

func (f *files) create(size int64) (string, error) {
	id := uuid.New()
	row := File{Size: size, Created: time.Now()}
	row.ID = []byte(id.String()) // WRONG(uuidtext): 36 bytes of text for binary(16)
	return id.String(), f.db.Create(&row).Error
}

func (f *files) add(size int64) (string, error) {
	id := uuid.New()
	row := File{Size: size, Created: time.Now()}
	row.ID = append([]byte(nil), id[:]...)
	return id.String(), f.db.Create(&row).Error
}

func (f *files) sizes(ids []uuid.UUID) (n int64, err error) {
	var keys []string
	for _, id := range ids {
		keys = append(keys, id.String())
	}
	err = f.db.Raw("SELECT COALESCE(SUM(size), 0) FROM files WHERE id IN ?", keys).Scan(&n).Error // WRONG(uuidtext): a list of texts against BINARY(16)
	return n, err
}

func (f *files) sum(ids []uuid.UUID) (n int64, err error) {
	var keys [][]byte
	for _, id := range ids {
		keys = append(keys, id[:])
	}
	err = f.db.Raw("SELECT COALESCE(SUM(size), 0) FROM files WHERE id IN ?", keys).Scan(&n).Error
	return n, err
}

func (f *files) tag(id uuid.UUID) (t Tag, err error) {
	err = f.db.First(&t, id).Error // WRONG(uuidtext): next to a gormtype.UUID key google's type is text, which matches no row
	return t, err
}

func (f *files) tagOf(id uuid.UUID) (t Tag, err error) {
	err = f.db.First(&t, gormtype.UUID(id)).Error
	return t, err
}

func (f *files) untag(by uuid.UUID) error {
	return f.db.Where("by_user = ?", by).Delete(&Tag{}).Error // WRONG(uuidtext): by_user is a gormtype.UUID of bytes, the argument is text: 0 rows deleted, no error
}

func (f *files) untagOf(by uuid.UUID) error {
	return f.db.Where("by_user = ?", gormtype.UUID(by)).Delete(&Tag{}).Error
}

func (f *files) retag(tag, file uuid.UUID) error {
	set := map[string]any{"file_id": file.String(), "name": "moved"}
	return f.db.Model(&Tag{}).Where("id = ?", gormtype.UUID(tag)).Updates(set).Error // WRONG(uuidtext): file_id gets text
}

func (f *files) retagOf(tag, file uuid.UUID) error {
	set := map[string]any{"file_id": gormtype.UUID(file), "name": "moved"}
	return f.db.Model(&Tag{}).Where("id = ?", gormtype.UUID(tag)).Updates(set).Error
}

// ---- What looks like the above, and is right ----

// outer_ref is a column of text.
func (f *files) outer(ref uuid.UUID) (list []Tag, err error) {
	err = f.db.Where("outer_ref = ?", ref.String()).Find(&list).Error
	return list, err
}

// etag is a column of text in the table whose id is bytes.
func (f *files) etag(id, etag uuid.UUID) error {
	return f.db.Model(&File{}).Where("id = ? AND etag <> ?", id[:], etag.String()).Update("etag", etag.String()).Error
}

// SQL makes the bytes.
func (f *files) unhexed(id string) (file File, err error) {
	err = f.db.Where("id = UNHEX(REPLACE(?, '-', ''))", id).First(&file).Error
	return file, err
}

// pictures.id is char(36).
func (f *files) picture(id uuid.UUID) (p Picture, err error) {
	err = f.db.Where("id = ?", id.String()).First(&p).Error
	return p, err
}

// The bytes are made of the text.
func (f *files) fromText(text string) (file File, err error) {
	id, err := uuid.Parse(text)
	if err != nil {
		return file, err
	}
	key, err := id.MarshalBinary()
	if err != nil {
		return file, err
	}
	err = f.db.First(&file, "id = ?", key).Error
	return file, err
}

// The text goes to a log, the bytes to the query.
func (f *files) logged(id uuid.UUID, log func(string, ...any)) error {
	text := id.String()
	log("delete %s", text)
	return f.db.Where("id = ?", id[:]).Delete(&File{}).Error
}
