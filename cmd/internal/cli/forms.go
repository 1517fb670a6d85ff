package cli

import (
	"encoding"
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
	"github.com/uuidkit/uuidkit/uuid/ids"
)

// A textForm is a form of --from, --to and --form.
type textForm struct {
	name  string
	bytes bool // 16 bytes, with nothing between them
	parse func(string) (uuid.UUID, error)

	// append appends the text of a UUID. It is nil if the form is for reading only.
	append func([]byte, uuid.UUID) ([]byte, error)
}

// formHelp lists the forms for the help of convert.
const formHelp = `A FORM is one of

  canonical (or text), upper, hex, braces, parens, fields, urn, bracedhex, urnhex,
  ulid, typeidsuffix, base32hex, base32human, base36, base57, base58, base58flickr,
  base62, base64url, base64sort, decimal, oid, z85, ncname32, ncname58, ncname64
                     the forms of package uuid/form
  uuid               canonical, hex, braces or urn (--from only)
  base64             24 characters, the last two are ==
  0x, bytea          hex after 0x, or after \x as PostgreSQL writes bytea
  bytes              16 bytes, with nothing between them
  typeid:PREFIX      such as typeid:user
  objectid, xid, pushid, elasticflake, flake, lexicaluuid
                     identifiers of package uuid/ids in a UUID of version 8
  snowflake:EPOCH, shardingid:EPOCH, flakeid:EPOCH, sonyflake:EPOCH
                     the same; EPOCH is twitter, discord, instagram, sonyflake,
                     sonyflakev2, unix or a number of milliseconds since 1970
  ksuid, cuid, sid   hashed to a UUID of version 8 (--from only)

and, after it, the order of the 16 bytes if it is not that of RFC 9562:

  FORM-swapped       MySQL's UUID_TO_BIN(x, 1)
  FORM-mixed         SQL Server, .NET, MongoDB's legacy C# driver
  FORM-java          MongoDB's legacy Java driver
  FORM-reversed      all bytes reversed`

// basicForms are those without a parameter.
var basicForms = func() []textForm {
	forms := []textForm{
		{name: "uuid", parse: uuid.Parse},
		{
			name:   "base64",
			parse:  func(s string) (uuid.UUID, error) { return layout.Base64.Decode(layout.Value{Data: []byte(s)}) },
			append: func(b []byte, u uuid.UUID) ([]byte, error) { return base64.StdEncoding.AppendEncode(b, u[:]), nil },
		},
		prefixed("0x", "0x", form.Hex),
		prefixed("bytea", `\x`, form.Hex),
		{
			name: "bytes", bytes: true,
			parse:  func(s string) (uuid.UUID, error) { return uuid.FromBytes([]byte(s)) },
			append: func(b []byte, u uuid.UUID) ([]byte, error) { return append(b, u[:]...), nil },
		},
		identifier("objectid", ids.ParseObjectID, always(ids.ObjectID.UUID), ids.ObjectIDFromUUID),
		identifier("xid", ids.ParseXID, always(ids.XID.UUID), ids.XIDFromUUID),
		identifier("pushid", ids.ParsePushID, always(ids.PushID.UUID), ids.PushIDFromUUID),
		identifier("elasticflake", ids.ParseElasticflake, always(ids.Elasticflake.UUID), ids.ElasticflakeFromUUID),
		identifier("flake", ids.ParseFlake, ids.Flake.UUID, ids.FlakeFromUUID),
		identifier("lexicaluuid", ids.ParseLexicalUUID, ids.LexicalUUID.UUID, ids.LexicalUUIDFromUUID),
		identifier("ksuid", ids.ParseKSUID, always(ids.KSUID.HashUUID), nil),
		identifier("cuid", ids.ParseCUID, always(ids.CUID.HashUUID), nil),
		identifier("sid", ids.ParseSID, always(ids.SID.HashUUID), nil),
	}
	for _, f := range form.All() {
		forms = append(forms, prefixed(strings.ToLower(f.String()), "", f))
	}
	return append(forms, prefixed("text", "", form.Canonical))
}()

// findForm returns the form of a name, as formHelp lists them.
func findForm(name string) (textForm, error) {
	base, order := name, layout.Bytes
	for _, o := range []layout.Form{layout.Swapped, layout.Mixed, layout.Java, layout.Reversed} {
		if b, ok := strings.CutSuffix(name, strings.TrimPrefix(o.String(), "bytes")); ok {
			base, order = b, o
		}
	}
	f, err := baseForm(base)
	if err != nil {
		return f, err
	}
	f.name = name
	if order != layout.Bytes {
		f = f.inOrder(order)
	}
	return f, nil
}

// baseForm returns the form of a name without an order.
func baseForm(name string) (textForm, error) {
	if i := slices.IndexFunc(basicForms, func(f textForm) bool { return f.name == name }); i >= 0 {
		return basicForms[i], nil
	}
	kind, parameter, ok := strings.Cut(name, ":")
	if ok && kind == "typeid" {
		if !typeIDPrefix.MatchString(parameter) {
			return textForm{}, fmt.Errorf("form %.80q: a prefix has at most 63 lower-case letters and underscores, with a letter first and last", name)
		}
		return prefixed(name, parameter+"_", form.TypeIDSuffix), nil
	}
	if newForm, known := epochForms[kind]; known {
		epoch, err := parseEpoch(parameter)
		if err != nil {
			return textForm{}, fmt.Errorf("form %.80q: want %s:EPOCH: %w", name, kind, err)
		}
		return newForm(name, epoch), nil
	}
	return textForm{}, fmt.Errorf("no form %.80q: see uuid help convert", name)
}

var typeIDPrefix = regexp.MustCompile(`^[a-z]([a-z_]{0,61}[a-z])?$`)

// epochForms are the identifiers that count their time from an epoch.
var epochForms = map[string]func(name string, e ids.Epoch) textForm{
	"snowflake":  sinceEpoch(ids.ParseSnowflake, ids.Snowflake.UUID, ids.SnowflakeFromUUID),
	"shardingid": sinceEpoch(ids.ParseShardingID, ids.ShardingID.UUID, ids.ShardingIDFromUUID),
	"flakeid":    sinceEpoch(ids.ParseFlakeID, ids.FlakeID.UUID, ids.FlakeIDFromUUID),
	"sonyflake":  sinceEpoch(ids.ParseSonyflake, ids.Sonyflake.UUID, ids.SonyflakeFromUUID),
}

var epochs = map[string]ids.Epoch{
	"unix": ids.UnixEpoch, "twitter": ids.TwitterEpoch, "discord": ids.DiscordEpoch,
	"instagram": ids.InstagramEpoch, "sonyflake": ids.SonyflakeEpoch, "sonyflakev2": ids.SonyflakeV2Epoch,
}

func parseEpoch(s string) (ids.Epoch, error) {
	if e, ok := epochs[s]; ok {
		return e, nil
	}
	ms, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("no epoch %.40q", s)
	}
	return ids.Epoch(ms), nil
}

// inOrder returns the form of UUIDs whose bytes are in the other order.
func (f textForm) inOrder(order layout.Form) textForm {
	// index[i] is which byte of the UUID is byte i in that order.
	index := [16]byte(order.Encode(uuid.UUID{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}).Data)
	ordered := f
	ordered.parse = func(s string) (u uuid.UUID, err error) {
		v, err := f.parse(s)
		if err != nil {
			return u, err
		}
		for i, j := range index {
			u[j] = v[i]
		}
		return u, nil
	}
	if f.append != nil {
		ordered.append = func(b []byte, u uuid.UUID) ([]byte, error) {
			var v uuid.UUID
			for i, j := range index {
				v[i] = u[j]
			}
			return f.append(b, v)
		}
	}
	return ordered
}

// prefixed returns a form of package form with a text in front.
func prefixed(name, prefix string, f form.Form) textForm {
	return textForm{
		name: name,
		parse: func(s string) (uuid.UUID, error) {
			rest, ok := strings.CutPrefix(s, prefix)
			if !ok {
				return uuid.UUID{}, fmt.Errorf("%.64q does not begin with %s", s, prefix)
			}
			return f.Parse(rest)
		},
		append: func(b []byte, u uuid.UUID) ([]byte, error) { return f.Append(append(b, prefix...), u), nil },
	}
}

// identifier returns the form of an identifier that a UUID contains. from is nil if it
// cannot be read out again.
func identifier[T encoding.TextAppender](name string, parse func(string) (T, error), to func(T) (uuid.UUID, error), from func(uuid.UUID) (T, error)) textForm {
	f := textForm{
		name: name,
		parse: func(s string) (uuid.UUID, error) {
			id, err := parse(s)
			if err != nil {
				return uuid.UUID{}, err
			}
			return to(id)
		},
	}
	if from != nil {
		f.append = func(b []byte, u uuid.UUID) ([]byte, error) {
			id, err := from(u)
			if err != nil {
				return b, err
			}
			return id.AppendText(b)
		}
	}
	return f
}

func sinceEpoch[T encoding.TextAppender](parse func(string) (T, error), to func(T, ids.Epoch) (uuid.UUID, error), from func(uuid.UUID, ids.Epoch) (T, error)) func(string, ids.Epoch) textForm {
	return func(name string, e ids.Epoch) textForm {
		return identifier(name, parse,
			func(id T) (uuid.UUID, error) { return to(id, e) },
			func(u uuid.UUID) (T, error) { return from(u, e) })
	}
}

// always returns f as a function that could fail.
func always[T any](f func(T) uuid.UUID) func(T) (uuid.UUID, error) {
	return func(id T) (uuid.UUID, error) { return f(id), nil }
}

// completeForms completes the names of forms in the shell.
func completeForms(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, f := range basicForms {
		names = append(names, f.name)
	}
	for kind := range epochForms {
		for epoch := range epochs {
			names = append(names, kind+":"+epoch)
		}
	}
	slices.Sort(names)
	return names, cobra.ShellCompDirectiveNoFileComp
}
