package ids

import (
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/internal/digits"
)

// An opaque is an id of which nothing can be read but the text.
type opaque string

func (id opaque) String() string { return string(id) }

// names adds identifiers that other systems make and that have no type here.
func (g *guesses) names(s string) {
	// A prefix that is known is no chance.
	const certain = 1e-300
	if note, ok := stripeNote(s); ok {
		g.append(Candidate{Name: "Stripe id", ID: opaque(s), Note: note}, true, certain)
	}
	if note := awsPrefixes[s[:min(len(s), 4)]]; note != "" && len(s) >= 20 && len(s) <= 21 && strings.Trim(s, awsDigits) == "" {
		g.append(Candidate{Name: "AWS id", ID: opaque(s), Note: note}, true, certain)
	}
	if n, ok := parseTSID(s); ok {
		g.tsid(s, "", n)
	}
	// The rest has no time and no check: what counts is whether it looks random.
	const unchecked = 1
	has := func(class string) bool { return strings.ContainsAny(s, class) }
	if (len(s) == 21 || len(s) == 10) && elasticflakeDigits.Wrong(s) < 0 {
		random := has(digits.Lower) && has(digits.Upper) && has(digits.Decimal)
		g.append(Candidate{Name: "NanoID", ID: opaque(s), Note: "of random digits"}, random, unchecked)
	}
	if len(s) == 24 && s[0] >= 'a' && cuidValues.Wrong(s) < 0 {
		random := has(digits.Decimal) && has("ghijklmnopqrstuvwxyz") // no hexadecimal number
		g.append(Candidate{Name: "CUID2", ID: opaque(s), Note: "a hash"}, random, unchecked)
	}
}

// stripeNote returns what Stripe identifies with the prefix of an id.
func stripeNote(s string) (note string, ok bool) {
	i := strings.LastIndexByte(s, '_')
	if i < 0 {
		return "", false
	}
	prefix, rest := s[:i], s[i+1:]
	prefix = strings.TrimSuffix(strings.TrimSuffix(prefix, "_test"), "_live")
	// Words and TypeIDs have no upper case.
	note = stripePrefixes[prefix]
	return note, note != "" && len(rest) >= 14 && strings.Trim(rest, digits.Decimal+digits.Upper+digits.Lower) == "" && rest != strings.ToLower(rest)
}

// stripePrefixes are those of the objects that Stripe's users meet.
var stripePrefixes = map[string]string{
	"acct": "an account", "ba": "a bank account", "card": "a card", "ch": "a charge", "cn": "a credit note",
	"cs": "a checkout session", "cus": "a customer", "dp": "a dispute", "du": "a dispute", "evt": "an event",
	"file": "a file", "ii": "an invoice item", "il": "an invoice's line", "in": "an invoice", "mandate": "a mandate",
	"pi": "a payment intent", "pm": "a payment method", "po": "a payout", "price": "a price", "prod": "a product",
	"promo": "a promotion code", "py": "a payment", "pyr": "a refund", "re": "a refund", "req": "a request",
	"seti": "a setup intent", "si": "a subscription's item", "src": "a source", "sub": "a subscription",
	"tok": "a token", "tr": "a transfer", "txn": "a balance transaction", "txr": "a tax rate", "we": "a webhook",
	"pk": "a public key", "rk": "a restricted key", "sk": "a secret key", "whsec": "a webhook's secret",
}

// awsPrefixes are those of IAM's unique ids, which go on with base 32.
var awsPrefixes = map[string]string{
	"ABIA": "a bearer token", "ACCA": "a credential", "AGPA": "a group", "AIDA": "a user", "AIPA": "an instance profile",
	"AKIA": "an access key", "ANPA": "a policy", "ANVA": "a policy's version", "APKA": "a public key", "AROA": "a role",
	"ASCA": "a certificate", "ASIA": "a temporary access key",
}

const awsDigits = digits.Upper + "234567"

// parseTSID returns the number of a TSID: 13 digits of Crockford's base 32.
func parseTSID(s string) (n uint64, ok bool) {
	length := len(s)
	s = strings.ToUpper(s)                          // which makes "ſ", of two bytes, "S"
	if length != 13 || len(s) != 13 || s[0] > 'F' { // 64 bits
		return 0, false
	}
	for _, c := range []byte(s) {
		i := strings.IndexByte(digits.Crockford, c)
		if i < 0 {
			return 0, false
		}
		n = n<<5 | uint64(i)
	}
	return n, true
}

// tsid adds a TSID: 42 bits of milliseconds since 2020, and 22 that are random or count.
// Nobody had one on the first day.
func (g *guesses) tsid(text, note string, n uint64) {
	const epoch Epoch = 1577836800000
	first := epoch.Time().AddDate(0, 0, 1)
	t := time.UnixMilli(epoch.add(n >> 22)).UTC()
	g.append(Candidate{Name: "TSID", ID: opaque(text), Note: note, Time: t},
		g.plausible(t) && !t.Before(first), g.chance(clock{1e3, 1 << 42, 1}, first))
}
