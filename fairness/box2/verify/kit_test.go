package verify

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jadebox/fairness"
	"jadebox/fairness/box2"
	"jadebox/fairness/drand"
	"jadebox/fairness/internal/strict"
)

var update = flag.Bool("update", false, "rewrite the conformance kit from the engine")

// kit is the folder that other implementations are held to.
const kit = "../../conformance/v2"

// kitTrust is what the reader of the kit trusts: a policy for each quorum, a network of its own, and a chain.
type kitTrust struct {
	Format   string            `json:"format"`
	Policies map[string]string `json:"policies"`
	DrandKey string            `json:"drandKey"`
	Receipts string            `json:"receipts"` // the key that signs receipts
	Chains   []kitChain        `json:"chains"`
}

type kitChain struct {
	Round     uint64 `json:"round"`
	Rounds    uint64 `json:"rounds"`
	Link      string `json:"link"`
	GenesisMS int64  `json:"genesisMS"`
	PeriodMS  int64  `json:"periodMS"`
}

// kitCase is a bundle, what its reader knows and what has to be said of it.
type kitCase struct {
	Name    string                `json:"name"`
	Bundle  string                `json:"bundle"`
	Policy  string                `json:"policy"`
	Pinned  bool                  `json:"pinned"`
	Chains  bool                  `json:"chains"`
	SeenKey string                `json:"seenKey"`
	Asked   string                `json:"asked"`
	Mine    string                `json:"mine"` // the device's own line, "" for none
	Checks  [][2]string           `json:"checks"`
	State   fairness.State        `json:"state"`
	Exit    int                   `json:"exit"`
	Missing []fairness.Gap        `json:"missing"`
	Differs []fairness.Difference `json:"differs"`
}

func indented(t *testing.T, v any) []byte {
	t.Helper()
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func verdictOf(c fairness.Check) string {
	switch {
	case c.Skipped:
		return "skipped"
	case c.OK:
		return "ok"
	}
	return "failed"
}

// kitFiles are all files of the kit by their names. Bundles that a case does not change share a file.
func kitFiles(t *testing.T) map[string][]byte {
	t.Helper()
	list := judgedCases()
	for name, p := range all() {
		list = append(list, judged{name: name, build: p.build})
	}
	slices.SortFunc(list, func(a, b judged) int { return strings.Compare(a.name, b.name) })
	files, cases := map[string][]byte{}, []kitCase{}
	for _, c := range list {
		b, trust := c.read()
		report := checked(t, b, trust)
		v := Judge(b, report, trust, c.seenKey, c.asked)
		k := kitCase{
			Name: c.name, Policy: "none", Pinned: trust.Pinned, Chains: len(trust.Chains) > 0, SeenKey: c.seenKey,
			Asked: c.asked, Checks: [][2]string{}, State: v.State, Exit: v.State.Exit(), Missing: v.Missing,
			Differs: v.Differs,
		}
		if trust.Mine != nil {
			k.Mine = string(must(json.Marshal(trust.Mine)))
		}
		if trust.Policy.NeedsQuorum() {
			k.Policy = "two"
		}
		for _, check := range report.Checks {
			k.Checks = append(k.Checks, [2]string{check.Name, verdictOf(check)})
		}
		data := indented(t, b)
		for file, same := range files {
			if bytes.Equal(same, data) {
				k.Bundle = file
			}
		}
		if k.Bundle == "" {
			k.Bundle = c.name + ".json"
			files[k.Bundle] = data
		}
		cases = append(cases, k)
	}
	files["cases.json"], files["refused.json"] = indented(t, cases), indented(t, ambiguous())
	own := ownChain()
	files["trust.json"] = indented(t, kitTrust{
		Format:   "jadebox-conformance/2",
		Policies: map[string]string{"two": policyText("two"), "none": policyText("none")}, DrandKey: networkKey(),
		Receipts: receiptsKey.vkey,
		Chains:   []kitChain{{own.Anchor.Round, own.Anchor.Rounds, own.Anchor.Link, own.GenesisMS, own.PeriodMS}},
	})
	return files
}

func TestTheConformanceKitIsWhatTheEngineSays(t *testing.T) {
	files := kitFiles(t)
	if *update {
		if err := os.RemoveAll(kit); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(kit, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(kit, name)
		if *update {
			if err := os.WriteFile(path, files[name], 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if data, err := os.ReadFile(path); err != nil || !bytes.Equal(data, files[name]) {
			t.Errorf("%s differs from what the engine makes, %v; if that is meant, run with -update", name, err)
		}
	}
	there, err := os.ReadDir(kit)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range there {
		if files[file.Name()] == nil {
			t.Errorf("%s belongs to no case", file.Name())
		}
	}
}

// reader is what a case's reader trusts, made from the file.
func (k kitTrust) reader(t *testing.T, c kitCase) Trust {
	t.Helper()
	policy, err := box2.ParsePolicy(k.Policies[c.Policy])
	if err != nil {
		t.Fatal(err)
	}
	network, err := drand.NewQuicknet(k.DrandKey)
	if err != nil {
		t.Fatal(err)
	}
	trust := Trust{Policy: policy, Pinned: c.Pinned, Drand: network}
	if c.Mine != "" {
		if trust.Mine, err = ParseMine([]byte(c.Mine)); err != nil {
			t.Fatal(err)
		}
		trust.ReceiptsKey = k.Receipts
	}
	for _, known := range k.Chains {
		if c.Chains {
			trust.Chains = append(trust.Chains, Chain{
				Anchor:    fairness.Anchor{Round: known.Round, Rounds: known.Rounds, Link: known.Link},
				GenesisMS: known.GenesisMS, PeriodMS: known.PeriodMS,
			})
		}
	}
	return trust
}

// The files alone, without what made them, give the same verdicts.
func TestEveryCaseOfTheKitIsReadFromItsFilesAlone(t *testing.T) {
	var trust kitTrust
	var cases []kitCase
	refused := map[string]string{}
	for name, into := range map[string]any{"trust.json": &trust, "cases.json": &cases, "refused.json": &refused} {
		data, err := os.ReadFile(filepath.Join(kit, name))
		if err == nil {
			err = strict.One(data, into)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(cases) < 100 || len(refused) < 10 {
		t.Errorf("%d cases and %d texts that are no bundles", len(cases), len(refused))
	}
	for name, text := range refused {
		if b, err := Parse([]byte(text)); err == nil {
			t.Errorf("%s: %+v", name, b)
		}
	}
	for _, c := range cases {
		data, err := os.ReadFile(filepath.Join(kit, c.Bundle))
		if err != nil {
			t.Fatal(err)
		}
		b, err := Parse(data)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		reader := trust.reader(t, c)
		report := checked(t, b, reader)
		checks := [][2]string{}
		for _, check := range report.Checks {
			checks = append(checks, [2]string{check.Name, verdictOf(check)})
		}
		v := Judge(b, report, reader, c.SeenKey, c.Asked)
		if !slices.Equal(checks, c.Checks) || v.State != c.State || v.State.Exit() != c.Exit ||
			!slices.Equal(v.Missing, c.Missing) || !slices.Equal(v.Differs, c.Differs) {
			t.Errorf("%s: %q, %+v", c.Name, checks, v)
		}
	}
}
