package sqlx

import "strings"

// In returns the list for an IN, and its arguments. It is for databases whose
// placeholders are question marks and whose drivers take no arrays: MySQL, MariaDB and
// SQLite. Form is the type for the column, such as [Binary].
//
//	list, args := sqlx.In[sqlx.Binary](ids)
//	db.Query(`SELECT … WHERE id IN `+list, args...) // IN (?,?,?)
//
// For no ids the list is a query without rows: IN matches no row, and NOT IN matches
// every row. IN () would be an error in MySQL, and NOT IN (NULL) is never true.
//
// SQLite takes at most 32766 arguments, MySQL and MariaDB 65535.
func In[Form, T ~[16]byte](ids []T) (list string, args []any) {
	if len(ids) == 0 {
		return "(SELECT NULL FROM (SELECT NULL) AS t WHERE 1=0)", nil
	}
	args = make([]any, len(ids))
	for i, id := range ids {
		args[i] = Form(id)
	}
	return "(?" + strings.Repeat(",?", len(ids)-1) + ")", args
}
