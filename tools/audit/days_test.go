package audit

import (
	"testing"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/settings/period"
	"jadebox/store"
)

// upgraded are upgrades of a player, by their nonces, an hour after each other; the counts are what the ops say.
func upgraded(from time.Time, nths ...int) (list []dayUpgrade) {
	for i, n := range nths {
		list = append(list, dayUpgrade{op: store.OpID(i + 1), at: from.Add(time.Duration(i) * time.Hour),
			nonce: store.NonceUse{Epoch: 1, From: uint64(i)}, nth: n, stakeCents: 100})
	}
	return list
}

func TestTheCountOfADaysUpgradesFollowsFromTheOneBefore(t *testing.T) {
	noon := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	version := func(name, text string, at time.Time) map[string][]store.SettingVersion {
		return map[string][]store.SettingVersion{name: {{Name: name, Version: 1, Value: []byte(text), At: at}}}
	}
	small := upgraded(noon, 1, 1, 2)
	small[1].stakeCents = 99
	rotated := upgraded(noon, 2, 1)
	rotated[0].nonce.Epoch = 2
	for name, c := range map[string]struct {
		list     []dayUpgrade
		settings map[string][]store.SettingVersion
		want     store.OpID
	}{
		"one after the other":            {list: upgraded(noon, 1, 2, 3)},
		"one that counts twice":          {list: upgraded(noon, 1, 3), want: 2},
		"the first of a day is no third": {list: upgraded(noon, 3), want: 1},
		"the same one again":             {list: upgraded(noon, 1, 2, 2), want: 3},
		"a count begun anew":             {list: upgraded(noon, 1, 2, 1, 2), want: 3},
		"one too many in a day's middle": {list: upgraded(noon, 1, 3, 4), want: 2},
		"a stake that is too small":      {list: small},
		"in the order of the epochs":     {list: rotated},
		"midnight":                       {list: upgraded(noon.Add(10*time.Hour), 1, 2, 1, 2)},
		"midnight does not count on":     {list: upgraded(noon.Add(10*time.Hour), 1, 2, 3), want: 3},
		"a zone with a midnight of its own": {list: upgraded(noon.Add(2*time.Hour), 1, 2, 1),
			settings: version(period.Setting.Name, `"Asia/Shanghai"`, noon.AddDate(0, 0, -1))},
		"a zone that is set": {list: upgraded(noon.Add(3*time.Hour), 1, 2, 1, 2),
			settings: version(period.Setting.Name, `"Asia/Shanghai"`, noon.Add(4*time.Hour+30*time.Minute))},
		"steps that are taken away": {list: upgraded(noon, 1, 2, 0, 0),
			settings: version(prize.Setting.Name, `{"upgrades":[]}`, noon.Add(90*time.Minute))},
		"a least stake that is raised": {list: upgraded(noon, 1, 1),
			settings: version(prize.Setting.Name, `{"upgradeLeastCents":200}`, noon.Add(30*time.Minute))},
	} {
		b := &rulebook{settings: c.settings, parsed: map[parsedKey]any{}}
		if got, nth := b.miscounted(c.list, store.OpID(len(c.list))); got != c.want {
			t.Errorf("%s: upgrade %d, the %dth, is said to be wrong, not %d", name, got, nth, c.want)
		}
	}
}
