// Package sqltest runs package sqlx with the drivers of database/sql and the
// databases that they reach.
package sqltest
