package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jadebox/actors/kinds"
)

// area is a folder, and what its code does to value.
type area struct{ folder, why string }

// paths are the folders whose code moves value: each kind of room, and those named here. Folders below one are not in
// it.
var paths = append(ofKinds(), []area{
	{"actors/lists/statement", "says which ops a player's books hold"},
	{"actors/operators", "says who may act on the site, and what waits for a second operator"},
	{"actors/player", "opens, upgrades, sells, trades, buys, escrows: the balance in memory"},
	{"actors/player/limits", "keeps what a player promised, and counts what was played"},
	{"actors/rewards/active", "counts activity, gives tokens"},
	{"actors/rewards/benefit", "gives welfare"},
	{"actors/rewards/eligibility", "says who may take what costs nothing"},
	{"actors/rewards/playthrough", "counts what is still to be staked"},
	{"actors/rewards/prize", "prices and spends vouchers"},
	{"actors/rewards/progress", "counts for tasks and levels"},
	{"actors/rewards/promotion", "counts and pays commissions"},
	{"actors/rewards/props", "gives items, cards, gems and fragments"},
	{"actors/rewards/ranking", "settles days, pays prizes"},
	{"actors/rewards/season", "opens its boxes for tokens"},
	{"actors/rewards/sign", "gives the rewards of days and milestones once"},
	{"actors/rewards/taskbox", "gives boxes for tasks once"},
	{"actors/rewards/vip", "gives the rewards of levels once"},
	{"actors/rewards/wishtree", "counts cards and gives them"},
	{"actors/room", "commits what rooms do, with their escrow and their version"},
	{"actors/runtime/beacon", "gives the value that a draw waits for"},
	{"actors/runtime/durable", "repeats an op whose outcome is unknown"},
	{"actors/runtime/follow", "reads every op once: days are settled behind it"},
	{"actors/runtime/siteclock", "says which moment an op has"},
	{"actors/settings", "keeps versions of what prices and prizes are"},
	{"actors/settings/period", "says where a day, a week and a month begin"},
	{"actors/settings/rates", "multiplies amounts"},
	{"actors/shop/catalog", "says what a box and an item cost"},
	{"actors/shop/delivery", "takes items out, gives them back, pays for repeated failures"},
	{"actors/shop/mall", "prices and sells items"},
	{"actors/shop/payment", "credits orders, collects debts, pays R$ out"},
	{"fairness", "draws, and verifies what was drawn"},
	{"fairness/box2", "writes and reads what is promised and drawn, holds rounds and cosignatures to their rules"},
	{"fairness/box2/verify", "verifies what was promised and drawn"},
	{"fairness/drand", "verifies the value that a draw waits for"},
	{"fairness/internal/canon", "writes what is hashed"},
	{"fairness/internal/strict", "reads proofs in one way only"},
	{"fairness/log", "keeps what was drawn and promised as it was published"},
	{"fairness/slot", "commits to what is drawn, and verifies it"},
	{"store", "the rules of the door: what an op may be, and what it adds up to"},
	{"store/archive", "holds what is read of old months to the hash chain"},
	{"store/memory", "the door of the simulator and of the tests of servers"},
	{"store/postgres", "the door"},
}...)

// ofKinds are the folders of the kinds of rooms: what a room takes, draws and gives is value, whichever kind it is.
func ofKinds() (list []area) {
	for _, spec := range kinds.All {
		list = append(list, area{"actors/kinds/" + spec.Kind, "takes what is staked, draws, gives and gives back"})
	}
	return list
}

// left are folders below the same that move nothing, and what they do. A folder is in one of the two lists.
var left = []area{
	{"actors/kinds", "lists the kinds"},
	{"actors/player/support", "passes on what operators did to accounts: ends sessions, has actors read again"},
	{"actors/lists/feed", "tells others what was won"},
	{"actors/lists/lobby", "lists open rooms"},
	{"actors/lists/snapshots", "keeps what rooms show"},
	{"actors/room/roomtest", "tests"},
	{"actors/runtime/apierr", "words of errors"},
	{"actors/runtime/directory", "finds actors; guards and unique keys hold whatever it does"},
	{"actors/runtime/lane", "keeps commands in line"},
	{"actors/runtime/lease", "renews and ends leases; what is written passes the guard of the store"},
	{"actors/runtime/publish", "tells topics"},
	{"actors/runtime/repeat", "does what is done every so often"},
	{"actors/settings/settingstest", "tests"},
	{"actors/sim", "tests"},
	{"actors/sim/rig", "tests"},
	{"store/backup", "copies files and log as PostgreSQL sends them"},
	{"store/embedded", "runs PostgreSQL as a process"},
	{"store/storetest", "tests"},
	{"store/storetest/pgtest", "tests"},
}

// mutants lists what can be changed of the value paths below root and below some folders, in an order that a seed
// decides: a change elsewhere moves no mutant in it.
func mutants(root string, below []string, seed uint64) ([]Mutant, error) {
	var all []Mutant
	for _, p := range paths {
		if !slices.ContainsFunc(below, func(b string) bool {
			return p.folder == b || strings.HasPrefix(p.folder, b+"/")
		}) {
			continue
		}
		list, err := mutantsIn(root, p.folder)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	shuffle(all, seed)
	return all, nil
}

func mutantsIn(root, folder string) (all []Mutant, err error) {
	files, err := os.ReadDir(filepath.Join(root, folder))
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if !isCode(f) {
			continue
		}
		src, err := os.ReadFile(filepath.Join(root, folder, f.Name()))
		if err != nil {
			return nil, err
		}
		list, err := Find(folder+"/"+f.Name(), src)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// isCode reports whether a file is code that is written by hand and that is no test.
func isCode(f fs.DirEntry) bool {
	return !f.IsDir() && strings.HasSuffix(f.Name(), ".go") && !strings.HasSuffix(f.Name(), "_test.go") &&
		!strings.HasSuffix(f.Name(), "_gen.go")
}

func shuffle(all []Mutant, seed uint64) {
	place := map[string][]byte{}
	for _, m := range all {
		sum := sha256.Sum256(fmt.Append(nil, seed, " ", m.ID))
		place[m.ID] = sum[:]
	}
	slices.SortFunc(all, func(a, b Mutant) int {
		return cmp.Or(bytes.Compare(place[a.ID], place[b.ID]), cmp.Compare(a.From, b.From))
	})
}
