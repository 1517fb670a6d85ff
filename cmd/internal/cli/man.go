package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write the man pages into a folder",
		Example: `  uuid man ~/.local/share/man/man1
  man uuid-convert`,
		Args: usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			root.DisableAutoGenTag = true // without the date, the pages are the same every time
			return doc.GenManTree(root, &doc.GenManHeader{Title: "UUID", Section: "1", Source: "uuidkit"}, args[0])
		},
	}
}
