// Command main serves the club of the depot.
package main

import (
	"context"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"time"

	"example.com/depot/members"
	"example.com/depot/mongodb" // WRONG(bsonuuid): nobody registers the UUIDs of the members, which only this package sees beside the client
)

func main() {
	if err := run(); err != nil {
		slog.Error("main", "err", err)
		os.Exit(1)
	}
}

func run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	db, err := mongodb.Open(ctx, os.Getenv("MONGODB_URI"), "club")
	if err != nil {
		return err
	}
	defer db.Close(context.Background())

	mux := http.NewServeMux()
	members.New(db.Database, slog.Default()).Register(mux)
	server := &http.Server{Addr: ":8080", Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		<-ctx.Done()
		if err := server.Shutdown(context.Background()); err != nil {
			slog.Warn("shutdown", "err", err)
		}
	}()
	return server.ListenAndServe()
}
