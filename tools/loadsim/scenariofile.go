package loadsim

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"jadebox/protocol"
	"jadebox/tools/loadsim/arrival"
	"jadebox/tools/loadsim/expect"
)

// scenarioExt is how the name of a scenario ends that is a file.
const scenarioExt = ".json"

// scenarioFile is a scenario of the operator's own: which shares of the bots do what, and how fast.
type scenarioFile struct {
	Name          string               `json:"name"`          // in the report; else the file's
	Think         *span                `json:"think"`         // of all parts, unless --think or the part says otherwise
	Stages        arrival.Stages       `json:"stages"`        // unless --stages says otherwise
	Expect        []expect.Expectation `json:"expect"`        // beside those of --expect
	HouseAccounts bool                 `json:"houseAccounts"` // the house makes the accounts, without hashing passwords
	Parts         []filePart           `json:"parts"`
}

// filePart is what a share of the bots does.
type filePart struct {
	Play   string `json:"play"`   // one of plays, or a kind of room
	Weight *int   `json:"weight"` // of the bots, beside the weights of the other parts; 1
	Think  *span  `json:"think"`

	Cheapest  int      `json:"cheapest"`  // mall: buys one of so many of the cheapest offers; 10
	GemsCents int64    `json:"gemsCents"` // pay: how much is bought at once; 1000
	Channels  []string `json:"channels"`  // channels: those that a bot subscribes to; all
}

// span is a time as a text: "300ms".
type span time.Duration

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *span) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	if err == nil && d < 0 {
		err = fmt.Errorf("time %q: 0s or more", text)
	}
	*s = span(d)
	return err
}

// Roles that a file can name and that are no scenario.
var (
	shopper  = role{"", "shopper"}
	payer    = role{"", "payer"}
	tasker   = role{"", "tasker"}
	listener = role{"", "listener"}
)

// solo are the parts of a file that belong to no kind of room.
var solo = map[string]role{"open": opener, "spectate": spectator, "upgrade": upgrader, "mall": shopper, "pay": payer,
	"tasks": tasker, "channels": listener}

const (
	weightMax   = 1_000
	partsMax    = 100
	cheapestMax = 48 // a page of the mall
)

// readScenario loads a file. Errors name it and the place in it.
func readScenario(path string) (*scenarioFile, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w: scenario: %w", ErrOptions, err)
	}
	f := scenarioFile{Name: strings.TrimSuffix(filepath.Base(path), scenarioExt)}
	if err := json.Unmarshal(b, &f, json.RejectUnknownMembers(true)); err != nil {
		if s, ok := errors.AsType[*json.SemanticError](err); ok {
			return nil, fmt.Errorf("%w: scenario %s: %s: %w", ErrOptions, path, s.JSONPointer, why(s))
		}
		return nil, fmt.Errorf("%w: scenario %s: %w", ErrOptions, path, err)
	}
	if place, err := f.check(); err != nil {
		return nil, fmt.Errorf("%w: scenario %s: %s: %w", ErrOptions, path, place, err)
	}
	return &f, nil
}

// why is why a value was refused, where its type tells, else all that is known.
func why(s *json.SemanticError) error {
	if s.Err != nil {
		return s.Err
	}
	return s
}

func (f *scenarioFile) check() (place string, err error) {
	if len(f.Parts) == 0 || len(f.Parts) > partsMax {
		return "/parts", fmt.Errorf("1 to %d parts", partsMax)
	}
	for i := range f.Parts {
		p := &f.Parts[i]
		at := func(name string) string { return fmt.Sprintf("/parts/%d/%s", i, name) }
		_, kind := games[p.Play]
		_, known := solo[p.Play]
		if p.Weight == nil {
			p.Weight = new(1)
		}
		switch {
		case !known && !kind:
			return at("play"), fmt.Errorf("%q is none of %s", p.Play, strings.Join(playNames(), ", "))
		case *p.Weight < 1 || *p.Weight > weightMax:
			return at("weight"), fmt.Errorf("%d: 1 to %d", *p.Weight, weightMax)
		case p.Cheapest != 0 && p.Play != "mall":
			return at("cheapest"), errors.New("is of the mall")
		case p.GemsCents != 0 && p.Play != "pay":
			return at("gemsCents"), errors.New("is of pay")
		case p.Channels != nil && p.Play != "channels":
			return at("channels"), errors.New("is of channels")
		case p.Cheapest < 0 || p.Cheapest > cheapestMax:
			return at("cheapest"), fmt.Errorf("%d: 1 to %d", p.Cheapest, cheapestMax)
		case p.GemsCents < 0:
			return at("gemsCents"), fmt.Errorf("%d: 1 or more", p.GemsCents)
		}
		for n, name := range p.Channels {
			if !slices.Contains(channelNames, name) {
				return at(fmt.Sprintf("channels/%d", n)), fmt.Errorf("%q is none of %s", name,
					strings.Join(channelNames, ", "))
			}
		}
		if len(p.Channels) == 0 {
			p.Channels = channelNames
		}
		if p.Cheapest == 0 {
			p.Cheapest = 10
		}
		if p.GemsCents == 0 {
			p.GemsCents = 1_000
		}
	}
	return "", nil
}

func playNames() []string {
	return slices.Concat(slices.Sorted(maps.Keys(solo)), slices.Sorted(maps.Keys(games)))
}

// needsHouse reports whether a part needs what only the house can give: roles, rooms, real names.
func (f *scenarioFile) needsHouse() bool {
	return slices.ContainsFunc(f.Parts, func(p filePart) bool { return p.Play == "mall" || games[p.Play].needs })
}

// dealt is what a bot does.
type dealt struct {
	role role
	part *filePart
}

// deal gives bots their parts so that any number of them, from the first on, has the shares that the weights say.
func (f *scenarioFile) deal(bots int) []dealt {
	list := make([]dealt, bots)
	owed, kinds, total := make([]int, len(f.Parts)), map[string]int{}, 0
	for _, p := range f.Parts {
		total += *p.Weight
	}
	for i := range list {
		next := 0
		for n := range f.Parts {
			if owed[n] += *f.Parts[n].Weight; owed[n] > owed[next] {
				next = n
			}
		}
		owed[next] -= total
		p := &f.Parts[next]
		if list[i] = (dealt{solo[p.Play], p}); games[p.Play].role != nil {
			list[i].role = games[p.Play].role(kinds[p.Play])
			kinds[p.Play]++
		}
	}
	return list
}

// useFile takes a scenario's file into the options, where they leave something out.
func (o *Options) useFile() (err error) {
	if !strings.HasSuffix(o.Scenario, scenarioExt) || o.file != nil {
		return nil
	}
	if o.file, err = readScenario(o.Scenario); err != nil {
		return err
	}
	if o.Think < 0 && o.file.Think != nil {
		o.Think = time.Duration(*o.file.Think)
	}
	if len(o.Stages) == 0 {
		o.Stages = o.file.Stages
	}
	o.Expect = slices.Concat(o.file.Expect, o.Expect)
	if o.Bots >= 1 && o.Bots <= botsMax {
		o.dealt = o.file.deal(o.Bots)
	}
	return nil
}

// scenario is what the bots do.
func (o *Options) scenario() (scenario, bool) {
	if o.file == nil {
		return scenarioOf(o.Scenario)
	}
	return scenario{name: o.file.Name, house: o.file.needsHouse(), crowd: o.file.HouseAccounts,
		role: func(o *Options, index int) role { return o.dealt[index].role }}, true
}

// part is what the file says of a bot; nil without a file.
func (o *Options) part(index int) *filePart {
	if index >= len(o.dealt) {
		return nil
	}
	return o.dealt[index].part
}

// upgrades reports whether some bots play for what the market has.
func (o *Options) upgrades() bool {
	return o.Scenario == "upgrade" || slices.ContainsFunc(o.dealt, func(d dealt) bool { return d.role == upgrader })
}

// channelNames are the last parts of the addresses of the JSON channels.
var channelNames = []string{"drop", "upgrade", protocol.TopicLuckycard, protocol.TopicWish}

// scenarioName is what the report calls it.
func (o *Options) scenarioName() string {
	s, _ := o.scenario()
	return s.name
}
