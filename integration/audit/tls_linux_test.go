package audit

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// TestTLS has a server of MariaDB with a certificate for a name, and not for an address.
func TestTLS(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	private := kit.Must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	of := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	write := func(file, kind string, der []byte) {
		kit.Check(t, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o644))
	}
	write(cert, "CERTIFICATE", kit.Must(x509.CreateCertificate(rand.Reader, of, of, private.Public(), private))(t))
	write(key, "PRIVATE KEY", kit.Must(x509.MarshalPKCS8PrivateKey(private))(t))
	for d := dir; d != os.TempDir() && d != "/"; d = filepath.Dir(d) { // the server may be another user
		kit.Check(t, os.Chmod(d, 0o755))
	}
	s := kit.Need(server.StartDurable(t.Context(), server.MariaDB, t.Logf, "", "--ssl-cert="+cert, "--ssl-key="+key))(t)
	t.Cleanup(func() { s.Stop() })
	u := kit.Must(url.Parse(mysqlURL("mysql", kit.Must(mysql.ParseDSN(s.URL()))(t))))(t)
	u.RawQuery = "tls=true"
	for host, word := range map[string]string{"127.0.0.1": "certificate", "localhost": ""} {
		u.Host = host + ":" + u.Port()
		o := run(t, []string{"SSL_CERT_FILE=" + cert}, "audit", u.String())
		if word == "" && o.status != 0 || !strings.Contains(o.stderr, word) {
			t.Errorf("%s: got status %d, %s, want a connection to localhost alone", host, o.status, o.stderr)
		}
	}
}
