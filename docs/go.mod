module github.com/uuidkit/uuidkit/docs

go 1.24.0
