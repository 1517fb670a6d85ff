// The program prints the answer to a query, or its errors.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	google "github.com/google/uuid"

	"gqlapp/graph"
	"gqlapp/model"

	"github.com/uuidkit/uuidkit/uuid"
)

type resolver struct{}

func (resolver) Query() graph.QueryResolver { return resolver{} }

func (resolver) Node(_ context.Context, id uuid.UUID, parent *uuid.UUID, list []uuid.UUID, user model.UserID) (*model.Node, error) {
	n := &model.Node{ID: id, List: list, User: user, Google: google.UUID(id)}
	if parent != nil {
		n.Parent = uuid.NullUUID{UUID: *parent, Valid: true}
	}
	return n, nil
}

func main() {
	exec := executor.New(graph.NewExecutableSchema(graph.Config{Resolvers: resolver{}}))
	var params graphql.RawParams
	if err := json.NewDecoder(os.Stdin).Decode(&params); err != nil {
		panic(err)
	}
	ctx := graphql.StartOperationTrace(context.Background())
	op, errs := exec.CreateOperationContext(ctx, &params)
	if errs != nil {
		fmt.Println(errs)
		return
	}
	respond, ctx := exec.DispatchOperation(ctx, op)
	answer := respond(ctx)
	fmt.Printf("%s %v\n", answer.Data, answer.Errors)
}
