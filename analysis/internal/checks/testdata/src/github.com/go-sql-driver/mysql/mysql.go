// Package mysql is imported for its driver.
package mysql
