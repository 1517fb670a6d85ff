// Package gormdocs keeps documents whose ids are text.
package gormdocs

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/gofrs/uuid/v5"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type Document struct {
	ID     string `gorm:"type:char(36);primaryKey"`
	Folder string `gorm:"type:char(36)"`
	Title  string
	Pages  []Page `gorm:"foreignKey:DocumentID"`
}

type Page struct {
	ID         uint
	DocumentID string `gorm:"type:char(36)"`
}

const open = "archived_at IS NULL"

type Repo struct{ db *gorm.DB }

func (r Repo) Delete(id uuid.UUID) error {
	return r.db.Delete(&Document{}, id.String()).Error // WRONG(gormstring): the text is SQL
}

func (r Repo) DeleteRight(id uuid.UUID) error {
	return r.db.Delete(&Document{}, "id = ?", id.String()).Error
}

func (r Repo) DeleteModelRight(id uuid.UUID) error {
	return r.db.Delete(&Document{ID: id.String()}).Error
}

func (r Repo) Get(w http.ResponseWriter, req *http.Request) {
	var d Document
	if err := r.db.First(&d, req.PathValue("id")).Error; err != nil { // WRONG(gormstring): a client writes SQL
		http.NotFound(w, req)
		return
	}
	fmt.Fprintln(w, d.Title)
}

func (r Repo) GetRight(w http.ResponseWriter, req *http.Request) {
	var d Document
	if err := r.db.First(&d, "id = ?", req.PathValue("id")).Error; err != nil {
		http.NotFound(w, req)
		return
	}
	fmt.Fprintln(w, d.Title)
}

func (r Repo) In(folder uuid.UUID) (docs []Document, err error) {
	text := fmt.Sprint(folder)
	err = r.db.Where(text).Find(&docs).Error // WRONG(gormstring): in Where
	return
}

func (r Repo) InRight(folder uuid.UUID) (docs []Document, err error) {
	text := fmt.Sprint(folder)
	err = r.db.Where("folder = ?", text).Find(&docs).Error
	return
}

func (r Repo) InMapRight(folder uuid.UUID) (docs []Document, err error) {
	err = r.db.Where(map[string]any{"folder": folder.String()}).Find(&docs).Error
	return
}

func (r Repo) InStructRight(folder uuid.UUID) (docs []Document, err error) {
	err = r.db.Where(&Document{Folder: folder.String()}).Find(&docs).Error
	return
}

func (r Repo) InClauseRight(folder uuid.UUID) (docs []Document, err error) {
	err = r.db.Clauses(clause.Where{Exprs: []clause.Expression{clause.Eq{Column: "folder", Value: folder.String()}}}).Find(&docs).Error
	return
}

func (r Repo) find(conds ...any) (d Document, err error) {
	err = r.db.Take(&d, conds...).Error // WRONG-ALSO(gormstring)
	return
}

func (r Repo) ByID(id uuid.UUID) (Document, error) {
	return r.find(id.String()) // WRONG(gormstring): find passes it on as the whole condition
}

func (r Repo) ByIDRight(id uuid.UUID) (Document, error) { return r.find("id = ?", id.String()) }

func (r Repo) DeleteAll(ids []uuid.UUID) error {
	return r.db.Transaction(func(tx *gorm.DB) error {
		for _, id := range ids {
			if err := tx.Delete(&Document{}, id.String()).Error; err != nil { // WRONG(gormstring): in a transaction
				return err
			}
		}
		return nil
	})
}

func (r Repo) DeleteAllRight(ids []uuid.UUID) error {
	return r.db.Transaction(func(tx *gorm.DB) (err error) {
		for _, id := range ids {
			err = errors.Join(err, tx.Delete(&Document{}, "id = ?", id.String()).Error)
		}
		return err
	})
}

func (r Repo) Except(d Document) (docs []Document, err error) {
	q := r.db.Model(&Document{})
	q = q.Not(uuid.Must(uuid.FromString(d.ID)).String()) // WRONG(gormstring): in Not
	err = q.Find(&docs).Error
	return
}

func (r Repo) ExceptRight(d Document) (docs []Document, err error) {
	q := r.db.Model(&Document{})
	q = q.Not("id = ?", d.ID)
	err = q.Find(&docs).Error
	return
}

// OpenRight is SQL on purpose.
func (r Repo) OpenRight() (docs []Document, err error) {
	err = r.db.Where(open).Find(&docs).Error
	return
}

// StateRight chooses one of two conditions.
func (r Repo) StateRight(archived bool) (docs []Document, err error) {
	cond := open
	if archived {
		cond = "archived_at IS NOT NULL"
	}
	err = r.db.Find(&docs, cond).Error
	return
}

// PagesRight gives Preload a condition with a column.
func (r Repo) PagesRight(id uuid.UUID) (d Document, err error) {
	err = r.db.Preload("Pages", "document_id = ?", id.String()).First(&d, "id = ?", id.String()).Error
	return
}

// UpdateRight passes text as a value.
func (r Repo) UpdateRight(id, folder uuid.UUID) error {
	return r.db.Model(&Document{}).Where("id = ?", id).Update("folder", folder.String()).Error
}

// TableRight passes text that is a name.
func (r Repo) TableRight(title string) (n int64, err error) {
	err = r.db.Table("documents").Where("title = ?", title).Order("title").Count(&n).Error
	return
}

// RawRight has the text as an argument.
func (r Repo) RawRight(id uuid.UUID) (n int64, err error) {
	err = r.db.Raw("SELECT COUNT(*) FROM pages WHERE document_id = ?", id.String()).Scan(&n).Error
	return
}

// InlineRight: the Value of gofrs's type is text, which GORM sends as one value.
func (r Repo) InlineRight(id uuid.UUID) (d Document, err error) {
	err = r.db.First(&d, "id = ? AND folder <> ?", id, uuid.Nil).Error
	return
}
