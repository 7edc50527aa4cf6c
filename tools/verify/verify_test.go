package verify

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jadebox/fairness"
	"jadebox/fairness/log"
	"jadebox/tools/operator/operatortest"
)

const testdata = "../../fairness/testdata"

func goldenFile(t *testing.T, name string) (path, text string) {
	t.Helper()
	path = filepath.Join(testdata, "bundle-"+name+".json")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, string(data)
}

var today = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func carryOut(stdin string, args ...string) (code int, stdout, stderr string) {
	out, err := operatortest.Run(context.Background(), &Command{}, nil, today, stdin, args...)
	if code = operatortest.ExitCode(err); code == fairness.ExitUnreadable {
		stderr = err.Error()
	}
	return code, out, stderr
}

func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const (
	weaker  = 3
	pending = 4
	differs = 5
)

func TestGoldenBundlesHold(t *testing.T) {
	for name, want := range map[string]struct {
		code int
		text string
	}{
		"box-revealed":       {weaker, "The arithmetic holds. Missing:\n  - the log's key is not pinned"},
		"box-hidden":         {weaker, "not revealed yet"},
		"battle-normal":      {weaker, "the source is the house's own chain"},
		"battle-inverse-tie": {pending, "Not in the public log yet."},
	} {
		path, _ := goldenFile(t, name)
		code, out, errs := carryOut("", path)
		if code != want.code || errs != "" {
			t.Errorf("%s: exit %d, %s", name, code, errs)
		}
		if !strings.Contains(out, want.text) || strings.Contains(out, "VERIFIED") {
			t.Errorf("%s: %q missing in\n%s", name, want.text, out)
		}
		if strings.Contains(out, "\x1b") {
			t.Errorf("%s: colours without a terminal", name)
		}
	}
}

func TestTamperedBundleIsRefused(t *testing.T) {
	_, text := goldenFile(t, "box-revealed")
	for name, tt := range map[string]struct {
		changed string
		want    int
	}{
		"another item":   {strings.Replace(text, `"item": 14,`, `"item": 13,`, 1), 1},
		"no steps":       {strings.Replace(text, `"anchorRound": 0`, `"anchorRound": 5`, 1), 1},
		"not JSON":       {text[:len(text)/2], fairness.ExitUnreadable},
		"trailing bytes": {text + "{}", fairness.ExitUnreadable},
	} {
		if tt.changed == text {
			t.Fatalf("%s: the case changes nothing", name)
		}
		code, out, errs := carryOut(tt.changed, "-")
		if code != tt.want || strings.Contains(out, "arithmetic holds") ||
			strings.Contains(out+errs, "REFUSED") != (tt.want == 1) {
			t.Errorf("%s: exit %d\n%s%s", name, code, out, errs)
		}
	}
}

func TestProofsAreReadFromTheWeb(t *testing.T) {
	_, text := goldenFile(t, "box-revealed")
	bundle, err := fairness.ParseBundle([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/api/fair/result/"):
			fmt.Fprintf(w, `{"code":200,"msg":"ok","data":%s,"errCode":0,"errMsg":"","sysTime":1}`, text)
		case strings.HasPrefix(r.URL.Path, "/bare/"):
			fmt.Fprint(w, text)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	for path, want := range map[string]int{
		"/api/fair/result/" + bundle.ResultID: weaker,
		"/bare/" + bundle.ResultID:            weaker,
		"/api/fair/result/17-0":               weaker, // an operation stands in no proof
		"/api/fair/result/solo:u1001:e1:n18":  differs,
		"/missing":                            fairness.ExitUnreadable,
	} {
		if code, out, errs := carryOut("", server.URL+path); code != want {
			t.Errorf("%s: exit %d, want %d\n%s%s", path, code, want, out, errs)
		}
	}
}

// An id alone is asked of the site that --site names.
func TestAnIdIsAskedOfItsSite(t *testing.T) {
	_, box := goldenFile(t, "box-revealed")
	_, battle := goldenFile(t, "battle-normal")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, known := map[string]string{"17-0": box, "battle-42": battle, "18-0": battle,
			"battle-43": battle}[strings.TrimPrefix(r.URL.Path, "/api/fair/result/")]
		if !known {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintf(w, `{"code":200,"msg":"ok","data":%s,"errCode":0,"errMsg":"","sysTime":1}`, text)
	}))
	defer server.Close()
	for id, want := range map[string]struct {
		code int
		text string
	}{
		"17-0":      {weaker, "Asked   17-0, an operation"},
		"battle-42": {weaker, "Battle  normal"},
		"18-0":      {differs, "result: yours 18-0, the proof's battle:42"}, // an operation is no battle
		"battle-43": {differs, "result: yours battle:43, the proof's battle:42"},
		"19-0":      {fairness.ExitUnreadable, "404"},
		"box.json":  {fairness.ExitUnreadable, "no id of a result"},
		"../17-0":   {fairness.ExitUnreadable, "no id of a result"},
	} {
		for _, site := range []string{server.URL, server.URL + "/"} {
			if code, out, errs := carryOut("", "--site", site, id); code != want.code ||
				!strings.Contains(out+errs, want.text) {
				t.Errorf("%s: exit %d, want %d and %q\n%s%s", id, code, want.code, want.text, out, errs)
			}
		}
	}
	if code, _, errs := carryOut("", "--site", "play.example", "17-0"); code != fairness.ExitUnreadable ||
		!strings.Contains(errs, "no web address") {
		t.Errorf("a site without a scheme: exit %d %s", code, errs)
	}
}

// What a site says of its own chain at first sight is kept beside its key, and a proof of another chain is told.
func TestTheAnchorsOfASiteAreRemembered(t *testing.T) {
	_, text := goldenFile(t, "box-revealed")
	bundle, err := fairness.ParseBundle([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	first := fairness.Anchor{Rounds: 4_000, Link: bundle.Beacon.Proof.Anchor}
	later := fairness.Anchor{Round: 4_000, Rounds: 50, Link: strings.Repeat("1", 64)}
	other := fairness.Anchor{Rounds: 4_000, Link: strings.Repeat("0", 64)}
	var says fairness.TrustDocument
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/.well-known/jadebox-trust.json" {
			_ = json.NewEncoder(w).Encode(says)
			return
		}
		_, _ = io.WriteString(w, text)
	}))
	defer server.Close()
	memory := filepath.Join(t.TempDir(), "memory.json")
	key := bundle.Log.PublicKey
	_, stranger, err := log.GenerateKey(rand.Reader, "jadebox-test")
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		name string
		says []fairness.Anchor
		key  string
		text string
		kept []fairness.Anchor
	}{
		{"anchors under another key", []fairness.Anchor{other}, stranger,
			"it was taken from the proof", []fairness.Anchor{}},
		{"first sight", []fairness.Anchor{first}, key, "anchor is not pinned", []fairness.Anchor{first}},
		{"another chain in its place", []fairness.Anchor{other}, key, "known here only since",
			[]fairness.Anchor{first}},
		{"a chain that follows", []fairness.Anchor{first, later}, key, "known here only since",
			[]fairness.Anchor{first, later}},
	} {
		says = fairness.NewTrustDocument(step.key, fairness.BeaconLocal, step.says)
		code, out, errs := carryOut("", "--memory", memory, server.URL+"/api/fair/result/"+bundle.ResultID)
		var m fairness.Memory
		kept, err := os.ReadFile(memory)
		if err == nil {
			err = json.Unmarshal(kept, &m)
		}
		if err != nil || code != weaker || !strings.Contains(out, step.text) || m.LogKey != key ||
			!slices.Equal(m.Anchors, step.kept) {
			t.Errorf("%s: exit %d, %v, kept %s\n%s%s", step.name, code, err, kept, out, errs)
		}
	}
	before := fairness.Anchor{Rounds: 4_000, Link: first.Link}
	for name, c := range map[string]struct {
		known fairness.Anchor
		says  []fairness.Anchor
	}{
		"a chain before the known one":                    {later, []fairness.Anchor{before, later}},
		"beside a chain to which the proof does not lead": {first, []fairness.Anchor{other, later}},
		"beside no chain that holds the proof's round":    {first, []fairness.Anchor{later}},
	} {
		kept, err := json.Marshal(fairness.Memory{LogKey: key, Anchors: []fairness.Anchor{c.known}, SinceMS: 1})
		if err != nil {
			t.Fatal(err)
		}
		says = fairness.NewTrustDocument(key, fairness.BeaconLocal, c.says)
		path := file(t, string(kept))
		code, out, errs := carryOut("", "--memory", path, server.URL+"/api/fair/result/"+bundle.ResultID)
		if now, err := os.ReadFile(path); err != nil || code != weaker || string(now) != string(kept) {
			t.Errorf("%s: exit %d, %v, kept %s\n%s%s", name, code, err, now, out, errs)
		}
	}
	lying := file(t, fmt.Sprintf(`{"logKey":%q,"anchors":[{"round":0,"rounds":4000,"link":%q}],"sinceMs":1}`, key,
		other.Link))
	code, out, _ := carryOut("", "--memory", lying, server.URL+"/api/fair/result/"+bundle.ResultID)
	if code != differs || !strings.Contains(out, "anchor of the beacon: yours "+other.Link) {
		t.Errorf("another chain than the one remembered: exit %d\n%s", code, out)
	}
}

// Rooms are named in addresses as they are in the product, and in proofs by their scopes.
func TestRoomsAreNamedInAddressesAsInTheProduct(t *testing.T) {
	for name, paths := range map[string][2]string{ // the proof's own address, another one
		"battle-normal":  {"battle-42", "battle-4"},
		"roll":           {"roll-77", "roll-7"},
		"wish":           {"wish-13", "wish-1"},
		"rain":           {"rain-9", "rain-9-4"},
		"rain-claim":     {"rain-9-3", "rain-9"},
		"luckycard-flip": {"luckycard-12-9", "luckycard-12-1"},
	} {
		_, text := goldenFile(t, name)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_,
				_ = io.WriteString(w, text)
		}))
		if code, out, errs := carryOut("", server.URL+"/api/fair/result/"+paths[0]); code != weaker {
			t.Errorf("%s: exit %d\n%s%s", name, code, out, errs)
		}
		if code, out, errs := carryOut("", server.URL+"/api/fair/result/"+paths[1]); code != differs ||
			!strings.Contains(out, "result: yours") {
			t.Errorf("%s as %s: exit %d\n%s%s", name, paths[1], code, out, errs)
		}
		server.Close()
	}
}

// bundleOf changes a golden bundle and encodes it again.
func bundleOf(t *testing.T, name string, change func(b *fairness.Bundle)) string {
	t.Helper()
	_, text := goldenFile(t, name)
	b, err := fairness.ParseBundle([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	change(b)
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// forged takes the house's name for a key made here and a log of two leaves.
func forged(t *testing.T) string {
	return bundleOf(t, "box-revealed", func(b *fairness.Bundle) {
		secret, public, err := log.GenerateKey(rand.Reader, "jadebox-test")
		var tree log.Memory
		_, first := tree.Append([]byte("anything"))
		index, second := tree.Append([]byte(b.Log.Leaf))
		root, third := log.Root(2, &tree)
		signed, fourth := log.Sign(2, root, secret)
		proof, fifth := log.ProveInclusion(2, index, &tree)
		if err := errors.Join(err, first, second, third, fourth, fifth); err != nil {
			t.Fatal(err)
		}
		b.Log = &fairness.LogProof{Leaf: b.Log.Leaf, Index: index, TreeSize: 2, Proof: proof, Checkpoint: signed,
			PublicKey: public}
	})
}

// What a stranger makes at home holds as arithmetic and has no site's signature: unpinned it is never called verified,
// pinned it is refused, and a reader who saw the real key before is told.
func TestAForgedLogIsNeverVerified(t *testing.T) {
	path, text := goldenFile(t, "box-revealed")
	bundle, err := fairness.ParseBundle([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	key, fake := bundle.Log.PublicKey, forged(t)
	if code, out, _ := carryOut(fake, "-"); code != weaker || strings.Contains(out, "VERIFIED") ||
		!strings.Contains(out, "anybody can make one") {
		t.Errorf("unpinned: exit %d\n%s", code, out)
	}
	trust := file(t, "log "+key+"\nquorum none\n")
	if code, out, _ := carryOut(fake, "--trust", trust, "-"); code != 1 ||
		!strings.Contains(out, "another key than the trusted one") {
		t.Errorf("pinned: exit %d\n%s", code, out)
	}
	memory := filepath.Join(t.TempDir(), "memory.json")
	if code, out, _ := carryOut("", "--memory", memory, path); code != weaker ||
		!strings.Contains(out, "not pinned: it was taken from the proof") {
		t.Errorf("first sight: exit %d\n%s", code, out)
	}
	if code, out, _ := carryOut("", "--memory", memory, path); code != weaker ||
		!strings.Contains(out, "known here only since 2026-03-01") {
		t.Errorf("second sight: exit %d\n%s", code, out)
	}
	kept, _ := os.ReadFile(memory)
	for range 2 { // a change is told again and again
		if code, out, _ := carryOut(fake, "--memory", memory, "-"); code != differs ||
			!strings.Contains(out, "key of the log: yours "+key) {
			t.Errorf("changed: exit %d\n%s", code, out)
		}
	}
	if now, _ := os.ReadFile(memory); string(now) != string(kept) {
		t.Errorf("memory was replaced: %s", now)
	}
}

func TestOnlySoundProofsAreRemembered(t *testing.T) {
	memory := filepath.Join(t.TempDir(), "memory.json")
	path, text := goldenFile(t, "battle-share") // in no log
	for _, args := range [][]string{{path}, {"-"}} {
		carryOut(strings.Replace(text, `"item": 14,`, `"item": 13,`, 1), append([]string{"--memory", memory},
			args...)...)
	}
	if _, err := os.Stat(memory); err == nil {
		t.Error("a key was kept that no sound proof had")
	}
}

func TestATrustFilePinsTheLog(t *testing.T) {
	path, text := goldenFile(t, "box-revealed")
	bundle, err := fairness.ParseBundle([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	document := func(link string) string {
		data, err := json.Marshal(fairness.NewTrustDocument(bundle.Log.PublicKey, fairness.BeaconLocal,
			[]fairness.Anchor{{Rounds: 100, Link: link}}))
		if err != nil {
			t.Fatal(err)
		}
		return file(t, string(data))
	}
	code, out, _ := carryOut("", "--trust", document(bundle.Beacon.Proof.Anchor), path)
	if code != weaker || strings.Contains(out, "pinned") || !strings.Contains(out, "house's own chain") ||
		!strings.Contains(out, "no witnesses") {
		t.Errorf("exit %d\n%s", code, out)
	}
	if code, _, _ := carryOut("", "--trust", document(strings.Repeat("0", 64)), path); code != 1 {
		t.Errorf("another chain: exit %d", code)
	}
	for name, bad := range map[string]string{"no file": filepath.Join(t.TempDir(), "none"),
		"no policy": file(t, "trust me\n")} {
		if code, out, errs := carryOut("", "--trust", bad, path); code != fairness.ExitUnreadable || out != "" ||
			errs == "" {
			t.Errorf("%s: exit %d %s%s", name, code, out, errs)
		}
	}
	if code, _, errs := carryOut("", "--memory", file(t, "{}"), path); code != fairness.ExitUnreadable ||
		!strings.Contains(errs, "memory") {
		t.Errorf("a memory of nothing: exit %d %s", code, errs)
	}
}

func TestWrongUsageIsTold(t *testing.T) {
	path, _ := goldenFile(t, "box-revealed")
	for _, args := range [][]string{{}, {path, path}, {"--nonsense", path}, {"no-such-file.json"}} {
		if code, out, errs := carryOut("", args...); code != fairness.ExitUnreadable || out != "" || errs == "" {
			t.Errorf("%v: exit %d stdout %q stderr %q", args, code, out, errs)
		}
	}
	if code, out, _ := carryOut("", "--help"); code != 0 || !strings.Contains(out, "Usage:") {
		t.Errorf("help: exit %d %s", code, out)
	}
}

func TestTheReportIsReadAsJSON(t *testing.T) {
	path, _ := goldenFile(t, "battle-teams")
	code, out, _ := carryOut("", "--json", path)
	var report struct {
		fairness.Verdict
		fairness.Report
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != pending || !report.OK ||
		len(report.Checks) != 14 || report.State != fairness.StatePending || len(report.Missing) == 0 {
		t.Errorf("exit %d err %v\n%s", code, err, out)
	}
}

// A name in a bundle must not write escape sequences to the reader's terminal.
func TestNamesCannotSteerTheTerminal(t *testing.T) {
	_, text := goldenFile(t, "box-revealed")
	evil := strings.ReplaceAll(text, "样本", `\u001b[2J\u202eevil`)
	code, out, _ := carryOut(evil, "-")
	if code != weaker || strings.ContainsAny(out, "\x1b\u202e") || !strings.Contains(out, "evil") {
		t.Errorf("exit %d, output %q", code, out)
	}
}
