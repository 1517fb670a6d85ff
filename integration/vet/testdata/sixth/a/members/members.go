package members

import (
	"encoding/json"
	"net/http"

	"github.com/gofrs/uuid/v5"
	"gorm.io/gorm"
)

type Member struct {
	ID     uuid.UUID `gorm:"type:char(36);primaryKey" json:"id"`
	ClubID uuid.UUID `gorm:"type:char(36);index" json:"club_id"`
	Email  string    `gorm:"size:200;uniqueIndex" json:"email"`
	Active bool      `json:"active"`
}

func (m *Member) BeforeCreate(*gorm.DB) (err error) {
	if m.ID.IsNil() {
		m.ID, err = uuid.NewV7()
	}
	return err
}

type Service struct {
	db *gorm.DB
}

func (s *Service) Remove(id uuid.UUID) error {
	return s.db.Delete(&Member{}, id.String()).Error // WRONG(gormstring): SQL, not an id
}

func (s *Service) RemoveRight(id uuid.UUID) error {
	return s.db.Delete(&Member{}, "id = ?", id.String()).Error
}

// Drop gives the id itself, which GORM compares with the key.
func (s *Service) Drop(id uuid.UUID) error {
	return s.db.Delete(&Member{}, id).Error
}

func (s *Service) show(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.FromString(r.PathValue("id"))
	if err != nil {
		http.Error(w, "id", http.StatusBadRequest)
		return
	}
	var m Member
	text := id.String()
	if err := s.db.WithContext(r.Context()).First(&m, text).Error; err != nil { // WRONG(gormstring): SQL, not an id
		http.NotFound(w, r)
		return
	}
	_ = json.NewEncoder(w).Encode(m)
}

func (s *Service) showRight(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.FromString(r.PathValue("id"))
	if err != nil {
		http.Error(w, "id", http.StatusBadRequest)
		return
	}
	var m Member
	text := id.String()
	if err := s.db.WithContext(r.Context()).First(&m, "id = ?", text).Error; err != nil {
		http.NotFound(w, r)
		return
	}
	_ = json.NewEncoder(w).Encode(m)
}

func (s *Service) deactivate(m *Member) error {
	return s.db.Model(&Member{}).Where(m.ID.String()).Update("active", false).Error // WRONG(gormstring): SQL, not an id
}

func (s *Service) deactivateRight(m *Member) error {
	return s.db.Model(&Member{}).Where("id", m.ID.String()).Update("active", false).Error
}

func (s *Service) Others(m *Member) (list []Member, err error) {
	err = s.db.Where("club_id = ?", m.ClubID).
		Not(m.ID.String()). // WRONG(gormstring): SQL, not an id
		Find(&list).Error
	return list, err
}

func (s *Service) OthersRight(m *Member) (list []Member, err error) {
	err = s.db.Where("club_id = ?", m.ClubID).
		Not("id = ?", m.ID.String()).
		Find(&list).Error
	return list, err
}

func (s *Service) handleDeactivate(w http.ResponseWriter, r *http.Request) {
	var m Member
	if err := s.db.First(&m, "email = ?", r.FormValue("email")).Error; err != nil {
		http.NotFound(w, r)
		return
	}
	do := s.deactivate
	if r.FormValue("v") == "2" {
		do = s.deactivateRight
	}
	if err := do(&m); err != nil {
		http.Error(w, "database", http.StatusInternalServerError)
	}
}

// Active has a condition that is SQL on purpose.
func (s *Service) Active(ids []string) (n int64, err error) {
	err = s.db.Model(&Member{}).Where("active = true").Where("id IN ?", ids).Count(&n).Error
	return n, err
}

func (s *Service) Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET /members/{id}", s.show)
	mux.HandleFunc("GET /v2/members/{id}", s.showRight)
	mux.HandleFunc("POST /members/deactivate", s.handleDeactivate)
}
