package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/uuidkit/uuidkit/uuid"
)

func newNew() *cobra.Command {
	return &cobra.Command{
		Use:     "new",
		Short:   "Make new UUIDs",
		Example: "  uuid new",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), uuid.NewV7())
			return err
		},
	}
}
