module github.com/uuidkit/uuidkit/internal/tools/check

go 1.24.0
