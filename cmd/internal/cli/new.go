package cli

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
	"github.com/uuidkit/uuidkit/uuid/uuidtest"
)

func newNew() *cobra.Command {
	var n newIDs
	cmd := &cobra.Command{
		Use:   "new [NAME...]",
		Short: "Make new UUIDs",
		Long: `New makes UUIDs. Those of version 7, the default, sort in the order in which they were
made, also within one call.

Versions 3, 5 and 8 are made from names: the same UUID for the same name. The names
are the arguments, or the lines of the input if there are none. Version 8 is the
SHA-256 of RFC 9562, appendix B.2.`,
		Example: `  uuid new
  uuid new --count 1000000 --form hex >ids.txt
  uuid new --version 4
  uuid new --time 2024-02-29T12:00:00Z
  uuid new --version 5 --namespace dns example.com
  uuid new --form typeid:user`,
		RunE: withOutput(func(cmd *cobra.Command, args []string, out *output) error {
			n.flags = cmd.Flags().Changed
			next, err := n.source(cmd.Context(), args, cmd.InOrStdin())
			if err != nil {
				return err
			}
			return n.write(out, next)
		}),
	}
	f := cmd.Flags()
	f.IntVarP(&n.count, "count", "n", 1, "how many")
	f.IntVarP(&n.version, "version", "v", 7, "version: 1, 3, 4, 5, 6, 7 or 8")
	f.StringVarP(&n.time, "time", "t", "", "time of the UUIDs, as 2024-02-29T12:00:00Z (versions 1, 6 and 7)")
	f.StringVar(&n.namespace, "namespace", "", "namespace of the names: dns, url, oid, x500 or a UUID (versions 3, 5 and 8)")
	f.StringVarP(&n.form, "form", "f", "canonical", "form of the text, as of uuid convert --to")
	f.Uint64Var(&n.seed, "seed", 0, "make the same UUIDs every time, for tests; anyone can guess them (versions 1, 4, 6 and 7)")
	cmd.MarkFlagsMutuallyExclusive("seed", "time")
	cmd.RegisterFlagCompletionFunc("version", cobra.FixedCompletions([]string{"1", "3", "4", "5", "6", "7", "8"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("namespace", cobra.FixedCompletions([]string{"dns", "url", "oid", "x500"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("form", completeForms)
	return cmd
}

// newIDs are the flags of uuid new.
type newIDs struct {
	flags                 func(name string) bool // which are set
	count, version        int
	time, namespace, form string
	seed                  uint64
}

// A source fills ids with new UUIDs and returns how many these are: 0 at the end.
type source func(ids []uuid.UUID) (int, error)

func (n *newIDs) source(ctx context.Context, names []string, stdin io.Reader) (source, error) {
	wrong := func(flag string) error {
		return fmt.Errorf("new: --%s is not for version %d", flag, n.version)
	}
	byName := n.version == 3 || n.version == 5 || n.version == 8
	switch {
	case n.version < 1 || n.version > 8 || n.version == 2:
		return nil, fmt.Errorf("new: --version %d: want 1, 3, 4, 5, 6, 7 or 8", n.version)
	case n.count < 0:
		return nil, fmt.Errorf("new: --count %d is negative", n.count)
	case !byName && n.flags("namespace"):
		return nil, wrong("namespace")
	case !byName && len(names) > 0:
		return nil, fmt.Errorf("new: %.64q: version %d has no names", names[0], n.version)
	case (byName || n.version == 4) && n.flags("time"):
		return nil, wrong("time")
	case byName && n.flags("seed"):
		return nil, wrong("seed")
	case byName && n.flags("count"):
		return nil, wrong("count")
	case byName:
		return n.named(names, stdin)
	}
	fill, err := n.filler(ctx)
	left := n.count
	return func(ids []uuid.UUID) (int, error) {
		ids = ids[:min(left, len(ids))]
		left -= len(ids)
		return len(ids), fill(ids)
	}, err
}

// named returns the source of versions 3, 5 and 8.
func (n *newIDs) named(names []string, stdin io.Reader) (source, error) {
	if n.namespace == "" {
		return nil, fmt.Errorf("new: version %d needs a --namespace: dns, url, oid, x500 or a UUID", n.version)
	}
	namespaces := map[string]uuid.UUID{
		"dns": uuid.NamespaceDNS(), "url": uuid.NamespaceURL(), "oid": uuid.NamespaceOID(), "x500": uuid.NamespaceX500(),
	}
	namespace, known := namespaces[n.namespace]
	if !known {
		var err error
		if namespace, err = uuid.Parse(n.namespace); err != nil {
			return nil, fmt.Errorf("new: --namespace: want dns, url, oid, x500 or a UUID: %w", err)
		}
	}
	hash := map[int]func(uuid.UUID, []byte) uuid.UUID{3: uuid.NewV3[[]byte], 5: uuid.NewV5[[]byte], 8: uuid.NewV8SHA256[[]byte]}[n.version]
	if len(names) > 0 {
		return func(ids []uuid.UUID) (i int, err error) {
			for ; i < len(ids) && len(names) > 0; i++ {
				ids[i], names = hash(namespace, []byte(names[0])), names[1:]
			}
			return i, nil
		}, nil
	}
	lines := newLines(stdin)
	return func(ids []uuid.UUID) (i int, err error) {
		for i < len(ids) && lines.Scan() {
			ids[i] = hash(namespace, lines.Bytes())
			i++
		}
		if i > 0 {
			return i, nil // the error comes at the next call
		}
		return 0, lineError(lines)
	}, nil
}

// filler returns the function that makes the UUIDs of versions 1, 4, 6 and 7.
func (n *newIDs) filler(ctx context.Context) (func([]uuid.UUID) error, error) {
	if n.flags("seed") {
		g := uuidtest.New(n.seed)
		switch n.version {
		case 1:
			return each(func() (uuid.UUID, error) { return g.NewV1(ctx) }), nil
		case 6:
			return each(func() (uuid.UUID, error) { return g.NewV6(ctx) }), nil
		case 4:
			return g.FillV4, nil
		}
		return func(ids []uuid.UUID) error { return g.FillV7(ctx, ids) }, nil
	}
	if n.flags("time") {
		t, err := time.Parse(time.RFC3339Nano, n.time)
		if err != nil {
			return nil, fmt.Errorf("new: --time %.64q: want a time such as 2024-02-29T12:00:00Z", n.time)
		}
		switch n.version {
		case 1:
			return each(func() (uuid.UUID, error) { return uuid.V1At(t) }), nil
		case 6:
			return each(func() (uuid.UUID, error) { return uuid.V6At(t) }), nil
		}
		g := &generator.Generator{Clock: func() time.Time { return t }, Overrun: generator.Fail}
		return func(ids []uuid.UUID) error { return g.FillV7(ctx, ids) }, nil
	}
	switch n.version {
	case 1:
		return each(func() (uuid.UUID, error) { return uuid.NewV1(), nil }), nil
	case 6:
		return each(func() (uuid.UUID, error) { return uuid.NewV6(), nil }), nil
	case 4:
		return func(ids []uuid.UUID) error { uuid.FillV4(ids); return nil }, nil
	}
	return func(ids []uuid.UUID) error { uuid.FillV7(ids); return nil }, nil
}

// each returns a function that calls f for each id.
func each(f func() (uuid.UUID, error)) func([]uuid.UUID) error {
	return func(ids []uuid.UUID) (err error) {
		for i := range ids {
			if ids[i], err = f(); err != nil {
				return err
			}
		}
		return nil
	}
}

// write writes what next returns until there is no more.
func (n *newIDs) write(out *output, next source) error {
	to, err := findForm(n.form)
	switch {
	case err != nil:
		return fmt.Errorf("new: --form: %w", err)
	case to.append == nil:
		return fmt.Errorf("new: --form: %s is for reading only", to.name)
	case to.bytes && out.format != table:
		return fmt.Errorf("new: --output %s cannot have bytes", out.format)
	}
	before, after := "", "\n"
	switch {
	case to.bytes:
		after = ""
	case out.format == jsonLines:
		before, after = `{"id":`, "}\n"
	case out.format == csvRows:
		out.WriteString("id\n")
	}
	ids := make([]uuid.UUID, 256)
	for {
		k, err := next(ids)
		if k == 0 || err != nil {
			return err
		}
		for _, u := range ids[:k] {
			b := append(out.AvailableBuffer(), before...)
			if b, err = out.appendText(b, to, u); err != nil {
				return err
			}
			if _, err := out.Write(append(b, after...)); err != nil {
				return err
			}
		}
	}
}
