package gormtype_test

import (
	"strings"
	"testing"

	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

type (
	modelUser struct {
		gormtype.Model
		Name string
	}
	keyText struct {
		gormtype.Key[gormtype.Text]
		Name string
	}
	keyGUID struct {
		gormtype.Key[gormtype.GUID]
		Name string
	}
	// ownHook hides the hook of its Key, and calls it.
	ownHook struct {
		gormtype.Key[gormtype.UUID]
		Name string
	}
)

func (o *ownHook) BeforeCreate(db *gorm.DB) error {
	o.Name = "set"
	return o.Key.BeforeCreate(db)
}

// A model without a key gets one of version 7, and one that has a key keeps it.
func TestModels(t *testing.T) {
	db := open(t, "mysql")
	set := modelUser{Model: gormtype.Model{ID: gormtype.UUID(vectors.U)}}
	kept := keyText{Key: gormtype.Key[gormtype.Text]{ID: gormtype.Text(vectors.U)}}
	var user modelUser
	var text keyText
	var guid keyGUID
	var own ownHook
	many := []*modelUser{{}, {}, {Model: gormtype.Model{ID: gormtype.UUID(vectors.U)}}}
	for _, v := range []any{&set, &kept, &user, &text, &guid, &own, many} {
		if err := db.Create(v).Error; err != nil {
			t.Errorf("%T: %v", v, err)
		}
	}
	if uuid.UUID(set.ID) != vectors.U || uuid.UUID(kept.ID) != vectors.U || uuid.UUID(many[2].ID) != vectors.U {
		t.Errorf("got %v, %v and %v, want the keys that were set", set.ID, kept.ID, many[2].ID)
	}
	ids := []uuid.UUID{uuid.UUID(user.ID), uuid.UUID(text.ID), uuid.UUID(guid.ID), uuid.UUID(own.ID), uuid.UUID(many[0].ID), uuid.UUID(many[1].ID)}
	for i, id := range ids {
		if id.Version() != 7 || i > 0 && id.Compare(ids[i-1]) <= 0 {
			t.Errorf("got %v after %v, want one of version 7 that is greater", id, ids[max(i-1, 0)])
		}
	}
	if own.Name != "set" || user.CreatedAt.IsZero() || user.UpdatedAt.IsZero() {
		t.Errorf("got %+v and %+v", own, user)
	}
	for model, want := range map[any]string{&user: "binary(16)", &own: "binary(16)", &text: "char(36)", &guid: "char(36)"} {
		if got := columnType(t, db, model, "ID"); got != want {
			t.Errorf("%T.ID: got a column of %s, want %s", model, got, want)
		}
	}
	// As gorm.Model, it deletes softly.
	if got, want := db.Delete(&user).Statement.SQL.String()[:6], "UPDATE"; got != want {
		t.Errorf("Delete: got %s, want %s", got, want)
	}
}

// Two hooks hide each other, and a field with a name has none for the model.
func TestModelHooks(t *testing.T) {
	type pointer struct {
		*gormtype.Model
		Name string
	}
	type keyPointer struct {
		*gormtype.Key[gormtype.UUID]
		Name string
	}
	type named struct {
		Base gormtype.Model `gorm:"embedded"`
	}
	type two struct {
		gormtype.Model
		hooked
	}
	for _, v := range []any{&pointer{}, &keyPointer{}} {
		if err := open(t, "mysql").Create(v).Error; err == nil || !strings.Contains(err.Error(), "embed the struct") {
			t.Errorf("%T: got %v", v, err)
		}
	}
	set := pointer{Model: &gormtype.Model{}}
	var n named
	var both two
	for _, v := range []any{&set, &n, &both} {
		if err := open(t, "mysql").Create(v).Error; err != nil {
			t.Errorf("%T: got %v", v, err)
		}
	}
	var skipped gormtype.Model
	if err := open(t, "mysql").Session(&gorm.Session{SkipHooks: true}).Create(&skipped).Error; err != nil {
		t.Errorf("SkipHooks: got %v", err)
	}
	if set.ID.IsZero() || !n.Base.ID.IsZero() || !both.ID.IsZero() || !skipped.ID.IsZero() {
		t.Errorf("got %v, %v, %v and %v; want the first alone, or change the documentation", set.ID, n.Base.ID, both.ID, skipped.ID)
	}
}

type hooked struct{}

func (*hooked) BeforeCreate(*gorm.DB) error { return nil }
