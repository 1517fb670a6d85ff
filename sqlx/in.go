package sqlx

import "strings"

// In returns what stands behind IN, and its arguments, for the databases whose
// placeholders are question marks and whose drivers take no arrays: MySQL,
// MariaDB and SQLite. Form is the form of the column.
//
//	list, args := sqlx.In[sqlx.Binary](ids)
//	db.Query(`SELECT … WHERE id IN `+list, args...) // IN (?,?,?)
//
// Of no ids it is a query without rows: nothing is in it, and NOT IN is true of
// everything, where IN () is an error to MySQL and NOT IN (NULL) is never true.
//
// Databases limit the arguments of a query: SQLite takes 32766 of them, MySQL
// and MariaDB 65535.
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
