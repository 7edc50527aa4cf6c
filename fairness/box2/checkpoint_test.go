package box2

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/transparency-dev/formats/note"
	sumdb "golang.org/x/mod/sumdb/note"

	"jadebox/fairness"
	"jadebox/fairness/drand"
	"jadebox/fairness/log"
)

const origin = "play.example.com/log"

// witness is one that a test plays; it cosigns with a time of the test's choosing.
type witness struct {
	name, vkey string
	signer     *note.Signer
	plain      sumdb.Signer // of the key itself, for the C2SP message
}

func newWitness(t *testing.T, name string) witness {
	t.Helper()
	secret, public, err := sumdb.GenerateKey(rand.Reader, name)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := note.NewSignerForCosignatureV1(secret)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := sumdb.NewSigner(secret)
	if err != nil {
		t.Fatal(err)
	}
	vkey, err := note.VKeyToCosignatureV1(public)
	if err != nil {
		t.Fatal(err)
	}
	return witness{name: name, vkey: vkey, signer: signer, plain: plain}
}

// line is the cosignature of text at that time: C2SP tlog-cosignature, Ed25519, made from its definition.
func (w witness) line(t *testing.T, text string, at int64) string {
	t.Helper()
	raw, err := w.plain.Sign(fmt.Appendf(nil, "cosignature/v1\ntime %d\n%s", at, text))
	if err != nil {
		t.Fatal(err)
	}
	sig := binary.BigEndian.AppendUint32(nil, w.signer.KeyHash())
	sig = binary.BigEndian.AppendUint64(sig, uint64(at))
	return "— " + w.name + " " + base64.StdEncoding.EncodeToString(append(sig, raw...)) + "\n"
}

type site struct {
	secret, public, signed, text string
	witnesses                    []witness
}

func newSite(t *testing.T, names ...string) *site {
	t.Helper()
	s := &site{}
	var err error
	if s.secret, s.public, err = log.GenerateKey(rand.Reader, origin); err != nil {
		t.Fatal(err)
	}
	if s.signed, err = log.Sign(7, strings.Repeat("0a", 32), s.secret); err != nil {
		t.Fatal(err)
	}
	s.text, _, _ = strings.Cut(s.signed, "\n— ")
	for _, name := range names {
		s.witnesses = append(s.witnesses, newWitness(t, name))
	}
	return s
}

func (s *site) policy(t *testing.T, rest string) *Policy {
	t.Helper()
	text := "# what counts\nlog " + s.public + "\n\n"
	for _, w := range s.witnesses {
		text += "witness " + w.name + " " + w.vkey + " https://" + w.name + "\n"
	}
	p, err := ParsePolicy(text + rest)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestTheQuorumTimeIsThatOfTheLastCosignatureThatIsNeeded(t *testing.T) {
	s := newSite(t, "a.example", "b.example", "c.example")
	signed := s.signed
	times := map[string]int64{"a.example": 1_800_000_030, "b.example": 1_800_000_010, "c.example": 1_800_000_020}
	for _, w := range s.witnesses {
		signed += w.line(t, s.text, times[w.name])
	}
	for rest, want := range map[string]int64{
		"group all all a.example b.example c.example\nquorum all\n": 1_800_000_030,
		"group two 2 a.example b.example c.example\nquorum two":     1_800_000_020,
		"group one any a.example b.example c.example\nquorum one":   1_800_000_010,
		"quorum a.example": 1_800_000_030,
		"group bc all b.example c.example\ngroup q any a.example bc\nquorum q": 1_800_000_020,
		"group bc any b.example c.example\ngroup q 2 a.example bc\nquorum q\n": 1_800_000_030,
		"quorum none": 0,
	} {
		c, err := OpenCheckpoint(signed, s.policy(t, rest))
		if err != nil || c.QuorumTime != want || c.Size != 7 || c.Origin != origin || !maps.Equal(c.Times, times) {
			t.Errorf("%q: %+v, %v", rest, c, err)
		}
	}
}

func TestACheckpointThatLacksOnlyItsQuorumIsToldApart(t *testing.T) {
	s := newSite(t, "a.example", "b.example")
	p := s.policy(t, "group two all a.example b.example\nquorum two\n")
	line := s.witnesses[0].line(t, s.text, 1_800_000_000)
	c, err := OpenCheckpoint(s.signed+line, p)
	if !errors.Is(err, ErrQuorum) || !errors.Is(err, ErrCheckpoint) || c.Size != 7 || c.Times["a.example"] == 0 {
		t.Errorf("one cosignature of two: %+v, %v", c, err)
	}
	forged := s.signed + line + s.witnesses[1].line(t, "another text\n", 1_800_000_000)
	if _, err := OpenCheckpoint(forged, p); errors.Is(err, ErrQuorum) || !errors.Is(err, ErrCheckpoint) {
		t.Errorf("a cosignature that does not hold: %v", err)
	}
	if p.LogKey != s.public {
		t.Errorf("the key of the log is %q", p.LogKey)
	}
}

func TestACheckpointWithoutItsQuorumIsRefused(t *testing.T) {
	s := newSite(t, "a.example", "b.example", "c.example")
	p := s.policy(t, "group two 2 a.example b.example c.example\nquorum two\n")
	a, b := s.witnesses[0], s.witnesses[1]
	stranger := newWitness(t, "d.example")
	other := newSite(t)
	lineA, lineB := a.line(t, s.text, 1_800_000_000), b.line(t, s.text, 1_800_000_001)
	if _, err := OpenCheckpoint(s.signed+lineA+stranger.line(t, s.text, 1)+lineB, p); err != nil {
		t.Errorf("with a line of a stranger: %v", err)
	}
	changed := strings.Replace(s.signed, "\n7\n", "\n8\n", 1)
	_, own, _ := strings.Cut(s.signed, "\n\n")
	for name, signed := range map[string]string{
		"one cosignature":              s.signed + lineA,
		"the same one twice":           s.signed + lineA + lineA,
		"a stranger's":                 s.signed + lineA + stranger.line(t, s.text, 1),
		"of another text":              s.signed + lineA + b.line(t, s.text+"x\n", 1_800_000_000),
		"a time of zero":               s.signed + lineA + b.line(t, s.text, 0),
		"another size":                 changed + lineA + lineB,
		"another log":                  other.signed + a.line(t, other.text, 1) + b.line(t, other.text, 1),
		"no signature of the log":      strings.Replace(s.signed, own, "", 1) + lineA + lineB,
		"another time than was signed": s.signed + lineA + retimed(t, lineB),
		"too long":                     s.signed + lineA + lineB + strings.Repeat(stranger.line(t, s.text, 1), 140),
		"nothing":                      "",
	} {
		if c, err := OpenCheckpoint(signed, p); !errors.Is(err, ErrCheckpoint) {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
	}
}

// retimed is a cosignature line with the lowest byte of its time changed.
func retimed(t *testing.T, line string) string {
	t.Helper()
	words := strings.Fields(line)
	raw, err := base64.StdEncoding.DecodeString(words[2])
	if err != nil {
		t.Fatal(err)
	}
	raw[11] ^= 1
	return words[0] + " " + words[1] + " " + base64.StdEncoding.EncodeToString(raw) + "\n"
}

func TestPoliciesThatSayNothingCertainAreRefused(t *testing.T) {
	s := newSite(t, "a.example", "b.example")
	a, b := s.witnesses[0], s.witnesses[1]
	log, wa, wb := "log "+s.public+"\n", "witness a "+a.vkey+"\n", "witness b "+b.vkey+"\n"
	if _, err := ParsePolicy(log + wa + wb + "group g 1 a b\nquorum g\n"); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"", log, "quorum none\n", log + log + "quorum none", "log x\nquorum none", log + "quorum a", log + "quorum",
		log + wa + wa + "quorum a", log + wa + "witness c " + a.vkey + "\nquorum a", log + "witness none " + a.vkey +
			"\nquorum none", log + "witness a x\nquorum none", log + wa + "quorum a\nquorum a",
		log + wa + "group a any a\nquorum a", log + wa + "group g 2 a\nquorum g", log + wa + "group g 0 a\nquorum g",
		log + wa + "group g 01 a\nquorum g", log + wa + "group g x a\nquorum g", log + wa + "group g 2 a a\nquorum g",
		log + "group g any a\n" + wa + "quorum g", log + wa + "group g any g\nquorum g", log + "quorum g\ngroup g any",
		log + "unknown x\nquorum none", log + "quorum none" + strings.Repeat("\n", policyMax),
	} {
		if _, err := ParsePolicy(text); !errors.Is(err, ErrPolicy) {
			t.Errorf("%.200q: %v", text, err)
		}
	}
}

func TestWitnessesAreNamedInOrderAndNoneNeedNoQuorum(t *testing.T) {
	s := newSite(t, "b.example", "a.example")
	p := s.policy(t, "quorum none")
	if p.NeedsQuorum() || p.Origin != origin || !slices.Equal(p.Witnesses, []string{"b.example", "a.example"}) {
		t.Errorf("%+v", p)
	}
	if !s.policy(t, "quorum a.example").NeedsQuorum() {
		t.Error("a policy with a quorum needs none")
	}
}

func TestOnlyTheFirstRoundAfterTheDelayMayBeNamed(t *testing.T) {
	quicknet, err := drand.NewQuicknet(drand.QuicknetKey)
	if err != nil {
		t.Fatal(err)
	}
	var seed fairness.Key
	seed[0] = 1
	local, err := fairness.NewLocalChain(seed, 1000, 1_000_000, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		schedule fairness.BeaconSchedule
		delayMS  int64
		fromMS   int64
	}{{quicknet, 6000, 1_692_803_484_000}, {local, 3000, 1_010_000}} {
		for atMS := c.fromMS; atMS < c.fromMS+3001; atMS += 125 {
			round, err := ExactRound(c.schedule, atMS)
			due, before := c.schedule.DueMS(round), c.schedule.DueMS(round-1)
			if err != nil || due < atMS+c.delayMS || before >= atMS+c.delayMS {
				t.Fatalf("%d ms: round %d, due at %d ms, %v", atMS, round, due, err)
			}
			for _, other := range []uint64{round - 1, round + 1} {
				err := CheckExact(c.schedule, Beacon{Source: c.schedule.Source(), Round: other}, atMS)
				if !errors.Is(err, ErrRound) {
					t.Errorf("%d ms: round %d instead of %d: %v", atMS, other, round, err)
				}
			}
			if err := CheckExact(c.schedule, Beacon{Source: c.schedule.Source(), Round: round}, atMS); err != nil {
				t.Error(err)
			}
		}
	}
	if err := CheckExact(quicknet, Beacon{Source: fairness.BeaconLocal, Round: 42}, 1_692_803_484_000); !errors.Is(
		err, ErrRound) {
		t.Errorf("a round of another source: %v", err)
	}
}

func TestTheQuorumComesAfterTheLeafAndBeforeItsRound(t *testing.T) {
	const atMS, dueMS = 1_692_803_484_999, 1_692_803_493_999
	for q, holds := range map[int64]bool{
		1_692_803_481: false, 1_692_803_482: true, 1_692_803_492: true, 1_692_803_493: false, 0: false,
	} {
		if err := CheckBefore(atMS, dueMS, q); (err == nil) != holds || err != nil && !errors.Is(err, ErrRound) {
			t.Errorf("cosigned at %d: %v", q, err)
		}
	}
}

func FuzzParsePolicyNeverTakesAHalfOne(f *testing.F) {
	f.Add("log example.com/log+7ee1d3a4+AbI\nquorum none\n")
	f.Add("witness a b\ngroup g any a\nquorum g")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePolicy(text)
		if err == nil && (p.Origin == "" || p.NeedsQuorum() && p.members[p.quorum].verifier == nil &&
			p.members[p.quorum].need < 1) || err != nil && !errors.Is(err, ErrPolicy) {
			t.Errorf("%q: %+v, %v", text, p, err)
		}
	})
}
