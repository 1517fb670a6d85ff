package migrate

import "context"

func openPostgres(context.Context, string) (Store, error) {
	return nil, errorf(CodeUsage, "migrate: PostgreSQL is not supported yet")
}
