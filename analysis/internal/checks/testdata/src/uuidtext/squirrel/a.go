// Package squirrel has two columns of one name.
package squirrel

import (
	"github.com/Masterminds/squirrel"
	"github.com/google/uuid"
)

const schema = `
CREATE TABLE attachments (id bytea PRIMARY KEY, mail uuid);
CREATE TABLE mails (id uuid PRIMARY KEY);`

func find(id uuid.UUID) {
	squirrel.Select("name").From("attachments").Where(squirrel.Eq{"id": id.String()}) // want `the column id is bytea, and this is the text of a UUID`
	squirrel.Select("name").From("attachments").Where(squirrel.Eq{"id": id[:]})
	squirrel.Select("name").Where(squirrel.Eq{"id": id.String()}).From("mails")
	squirrel.Select("name").Where(squirrel.Eq{"id": id.String()})
}
