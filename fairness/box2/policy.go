package box2

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/transparency-dev/formats/note"
	sumdb "golang.org/x/mod/sumdb/note"

	"jadebox/fairness/log"
)

// policyMax bounds a policy, in bytes.
const policyMax = 65_536

// A Policy says which log is meant and which witnesses must have seen a checkpoint of it: a C2SP tlog-policy of one
// log. It is safe for concurrent use.
type Policy struct {
	// Origin is the name of the log.
	Origin string
	// LogKey is its public key, a C2SP verifier key.
	LogKey string
	// Witnesses are the names of all that are listed, in order.
	Witnesses []string

	log       sumdb.Verifier
	witnesses []sumdb.Verifier // in the order of Witnesses
	members   map[string]member
	quorum    string
}

// member is a witness or a group.
type member struct {
	verifier sumdb.Verifier // of a witness
	need     int            // of a group: so many of its parts
	parts    []string
}

// ParsePolicy reads such a text: lines "log VKEY [URL]", "witness NAME VKEY [URL]", "group NAME K|any|all PART…" and
// "quorum NAME|none", each name after its definition; empty lines and those that begin with # count for nothing. Errors
// wrap ErrPolicy.
func ParsePolicy(text string) (*Policy, error) {
	if len(text) > policyMax {
		return nil, fmt.Errorf("%w: %d bytes, at most %d", ErrPolicy, len(text), policyMax)
	}
	p := &Policy{members: map[string]member{}}
	for i, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if err := p.line(words); err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrPolicy, i+1, err)
		}
	}
	if p.log == nil || p.quorum == "" {
		return nil, fmt.Errorf("%w: a log and a quorum are needed", ErrPolicy)
	}
	return p, nil
}

func (p *Policy) line(words []string) error {
	switch {
	case words[0] == "log" && (len(words) == 2 || len(words) == 3):
		return p.addLog(words[1])
	case words[0] == "witness" && (len(words) == 3 || len(words) == 4):
		return p.addWitness(words[1], words[2])
	case words[0] == "group" && len(words) >= 4:
		return p.addGroup(words[1], words[2], words[3:])
	case words[0] == "quorum" && len(words) == 2:
		if p.quorum != "" {
			return fmt.Errorf("a second quorum")
		}
		if _, known := p.members[words[1]]; !known && words[1] != "none" {
			return fmt.Errorf("quorum %q is not defined", words[1])
		}
		p.quorum = words[1]
		return nil
	}
	return fmt.Errorf("%.40q is no line of a policy", words[0])
}

func (p *Policy) addLog(vkey string) error {
	if p.log != nil {
		return fmt.Errorf("a second log")
	}
	if err := log.CheckKey(vkey); err != nil {
		return err
	}
	verifier, err := sumdb.NewVerifier(vkey)
	if err != nil {
		return err
	}
	p.log, p.Origin, p.LogKey = verifier, verifier.Name(), vkey
	return nil
}

func (p *Policy) addWitness(name, vkey string) error {
	verifier, err := note.NewVerifierForCosignatureV1(vkey)
	if err != nil {
		return err
	}
	for _, other := range p.witnesses {
		if other.Name() == verifier.Name() && other.KeyHash() == verifier.KeyHash() {
			return fmt.Errorf("the key of witness %q is listed twice", name)
		}
	}
	if err := p.define(name, member{verifier: verifier}); err != nil {
		return err
	}
	p.Witnesses = append(p.Witnesses, name)
	p.witnesses = append(p.witnesses, verifier)
	return nil
}

func (p *Policy) addGroup(name, need string, parts []string) error {
	k, err := strconv.Atoi(need)
	switch {
	case need == "any":
		k = 1
	case need == "all":
		k = len(parts)
	case err != nil || k < 1 || k > len(parts) || strconv.Itoa(k) != need:
		return fmt.Errorf("group %q of %q of %d", name, need, len(parts))
	}
	for i, part := range parts {
		if _, known := p.members[part]; !known {
			return fmt.Errorf("group %q: %q is not defined", name, part)
		}
		if slices.Contains(parts[:i], part) {
			return fmt.Errorf("group %q names %q twice", name, part)
		}
	}
	return p.define(name, member{need: k, parts: parts})
}

func (p *Policy) define(name string, m member) error {
	if _, twice := p.members[name]; twice || name == "none" {
		return fmt.Errorf("name %q is taken", name)
	}
	p.members[name] = m
	return nil
}

// NeedsQuorum is false under "quorum none", where only the house has seen a checkpoint.
func (p *Policy) NeedsQuorum() bool { return p.quorum != "none" }

// quorumTime is the least time t, in Unix seconds, such that the cosignatures with times up to t fulfil a member; false
// when all together do not.
func (p *Policy) quorumTime(name string, times map[string]int64) (int64, bool) {
	m := p.members[name]
	if m.verifier != nil {
		t, ok := times[name]
		return t, ok
	}
	var each []int64
	for _, part := range m.parts {
		if t, ok := p.quorumTime(part, times); ok {
			each = append(each, t)
		}
	}
	if len(each) < m.need {
		return 0, false
	}
	slices.Sort(each)
	return each[m.need-1], true
}
