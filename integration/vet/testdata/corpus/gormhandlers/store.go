package gormhandlers

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	"gorm.io/gorm"
)

// Session has a text key.
type Session struct {
	Token string `gorm:"primaryKey;type:varchar(36)"`
	User  string `gorm:"type:char(36);column:user_id"`
}

type sessions struct{ db *gorm.DB }

func (s sessions) get(key string) (sess Session, err error) {
	err = s.db.First(&sess, key).Error // WRONG(gormstring): its callers give it the text of a UUID, which GORM copies into the SQL
	return sess, err
}

func (s sessions) find(key string) (sess Session, err error) {
	err = s.db.First(&sess, "token = ?", key).Error
	return sess, err
}

func routes(s sessions) http.Handler {
	r := chi.NewRouter()
	r.Get("/sessions/{token}", func(w http.ResponseWriter, r *http.Request) {
		sess, err := s.get(chi.URLParam(r, "token")) // WRONG-ALSO
		if err != nil {
			http.NotFound(w, r)
			return
		}
		_ = json.NewEncoder(w).Encode(sess)
	})
	r.Get("/v2/sessions/{token}", func(w http.ResponseWriter, r *http.Request) {
		sess, err := s.find(chi.URLParam(r, "token"))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		_ = json.NewEncoder(w).Encode(sess)
	})
	return r
}

// end deletes a session.
func (s sessions) end(ctx context.Context, id uuid.UUID) error {
	key := id.String()
	return s.db.WithContext(ctx).Delete(&Session{}, key).Error // WRONG(gormstring): a UUID of digits alone is a number, which is true: all sessions are deleted
}

// finish deletes a session.
func (s sessions) finish(ctx context.Context, id uuid.UUID) error {
	key := id.String()
	return s.db.WithContext(ctx).Delete(&Session{}, "token = ?", key).Error
}

// take reads a session whose id is any value.
func (s sessions) take(id fmt.Stringer) (*Session, error) {
	sess := new(Session)
	if err := s.db.Take(sess, fmt.Sprintf("%s", id)).Error; err != nil { // WRONG(gormstring): formatted text is SQL, too
		return nil, err
	}
	return sess, nil
}

// pick reads a session whose id is any value.
func (s sessions) pick(id fmt.Stringer) (*Session, error) {
	sess := new(Session)
	if err := s.db.Take(sess, "token = ?", fmt.Sprintf("%s", id)).Error; err != nil {
		return nil, err
	}
	return sess, nil
}

// load has a closure that asks.
func (s sessions) load(r *http.Request) (out []Session, err error) {
	one := func(key string) error {
		var sess Session
		if err := s.db.Last(&sess, key).Error; err != nil { // WRONG(gormstring): the value of a cookie is SQL
			return err
		}
		out = append(out, sess)
		return nil
	}
	for _, c := range r.Cookies() {
		if err := one(c.Value); err != nil { // WRONG-ALSO
			return nil, err
		}
	}
	return out, nil
}

// loadAll has a closure that asks.
func (s sessions) loadAll(r *http.Request) (out []Session, err error) {
	one := func(key string) error {
		var sess Session
		if err := s.db.Last(&sess, "token = ?", key).Error; err != nil {
			return err
		}
		out = append(out, sess)
		return nil
	}
	for _, c := range r.Cookies() {
		if err := one(c.Value); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s sessions) revoke(c echo.Context) error {
	conds := []any{c.Param("token")}
	if err := s.db.Delete(&Session{}, conds...).Error; err != nil { // WRONG(gormstring): the slice has one string, which is the whole condition
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

func (s sessions) cancel(c echo.Context) error {
	conds := []any{"token = ?", c.Param("token")}
	if err := s.db.Delete(&Session{}, conds...).Error; err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

type lookupRequest struct {
	User    string `json:"user"`
	Session struct {
		Token string `json:"token"`
	} `json:"session"`
}

// lookup reads a session by a JSON request.
func (s sessions) lookup(w http.ResponseWriter, r *http.Request) {
	req := new(lookupRequest)
	if err := json.NewDecoder(r.Body).Decode(req); err != nil {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	var found Session
	tx := s.db.Find(&found, req.Session.Token) // WRONG(gormstring): a field of the request is SQL
	if tx.Error != nil || tx.RowsAffected == 0 {
		http.NotFound(w, r)
		return
	}
	_ = json.NewEncoder(w).Encode(found)
}

// query reads a session by a JSON request.
func (s sessions) query(w http.ResponseWriter, r *http.Request) {
	req := new(lookupRequest)
	if err := json.NewDecoder(r.Body).Decode(req); err != nil {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	var found Session
	tx := s.db.Find(&found, &Session{Token: req.Session.Token})
	if tx.Error != nil || tx.RowsAffected == 0 {
		http.NotFound(w, r)
		return
	}
	_ = json.NewEncoder(w).Encode(found)
}

// touch orders by what a map says.
func (s sessions) touch(id uuid.UUID, user string) error {
	return s.db.Model(&Session{}).Where(map[string]any{"token": id.String()}).Update("user_id", user).Error
}

// both has a text key and asks by text and by value.
func (s sessions) both(id uuid.UUID) (n int64, err error) {
	err = s.db.Model(&Session{}).Where("token = ? OR user_id = ?", id, id.String()).Count(&n).Error
	return n, err
}
