/*
Package gormtype stores UUIDs in GORM models: as uuid in PostgreSQL, as 16 bytes in MySQL,
MariaDB, SQLite and SQL Server, or as text.

There are three ways:

  - Field types, for new models: [UUID], [Text] and [GUID] know their column in each
    database. [Model] and [Key] make new ids, too.
  - The plugin, for models that keep the standard library's UUID, google's, gofrs's or
    any [16]byte: [NewPlugin] sets how the database stores them.
  - A connector of package sqlx, for a program that uses the database without GORM as well
    and whose types are not the standard library's: see the guide.

With a field type, AutoMigrate makes the column, and Create makes the id:

	type User struct {
		gormtype.Model                                // ID, CreatedAt, UpdatedAt, DeletedAt
		TeamID gormtype.UUID
		BossID gormtype.Null[gormtype.UUID]           // or *gormtype.UUID
	}

	db.AutoMigrate(&User{})
	db.Create(&user)
	db.First(&user, gormtype.UUID(id))                // id has any UUID type
	db.Where("team_id = ?", gormtype.UUID(team)).Find(&users)

With the plugin, models and queries stay as they are:

	type User struct { // for MySQL, MariaDB, SQLite; in PostgreSQL the tags are type:uuid
		ID     google.UUID     `gorm:"type:binary(16)"`
		BossID google.NullUUID `gorm:"type:binary(16)"`
	}

	err := db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[google.UUID]()))
	err = gormtype.Check(db, &User{})                 // does each field fit its column?
	err = db.AutoMigrate(&User{})
	db.First(&user, id)
	db.Exec("DELETE FROM users WHERE boss_id = ?", id)

# Which type has which column

	              UUID        Text         GUID
	PostgreSQL    uuid        text         uuid
	MySQL         binary(16)  char(36)     char(36)
	MariaDB       binary(16)  char(36)     char(36)
	SQLite        blob        text         text
	SQL Server    binary(16)  nchar(36)    uniqueidentifier    (never run on a server)
	others        uuid        GORM's text  uuid

Bytes are in network order, except in a uniqueidentifier. Text is canonical. A type tag may
name another column type of the same kind: use Text with "type:uuid" for MariaDB's uuid.
[Array] is PostgreSQL's uuid[].

Without the plugin GORM does not convert arguments: a uuid.UUID in a condition on a column
of bytes matches no row. Convert it, as above, or use the plugin with the field types, too.

The guide has conditions, nullable columns, migrations and traps:
https://github.com/uuidkit/uuidkit/blob/main/docs/gorm.md
*/
package gormtype

// For contributors: a statement, and the SQL that GORM writes, is a row of TestStatements in
// statement_test.go; one that is refused is a row of TestPluginRefuses in refuse_test.go.
