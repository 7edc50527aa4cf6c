package log

import "jadebox/fairness/internal/canon"

// TitleUpgrade is the first line of an upgrade's leaf.
const TitleUpgrade = "BOX1/upgrade"

// Upgrade is one upgrade with all that verifies it: what Result is to an opening. Terms is the hash of what it was
// played for, see fairness.UpgradeTerms.
type Upgrade struct {
	Scope       string `json:"scope"`
	N           uint64 `json:"n"`
	Player      int64  `json:"player"`
	Bot         bool   `json:"bot"`
	Terms       string `json:"terms"`
	StakeCents  int64  `json:"stakeCents"`
	Target      int64  `json:"target"`
	TargetCents int64  `json:"targetCents"`
	RateE8      uint32 `json:"rateE8"`
	StartE8     uint32 `json:"startE8"`
	Won         bool   `json:"won"`
	UserSeed    string `json:"userSeed"`
	ServerSeed  string `json:"serverSeed"`
	ServerHash  string `json:"serverHash"`
	ResultHash  string `json:"resultHash"`
	V           uint32 `json:"v"`
	Ctx         string `json:"ctx"`
	Beacon      string `json:"beacon"`
	AtMS        int64  `json:"atMS"`
}

func (u *Upgrade) Visit(f *canon.Fields) {
	f.Line("scope", &u.Scope)
	canon.Number(f, "n", &u.N, 0)
	canon.Number(f, "player", &u.Player, 1)
	f.Bool("bot", &u.Bot)
	f.Hash("terms", &u.Terms)
	canon.Number(f, "stake-cents", &u.StakeCents, 1)
	canon.Number(f, "target", &u.Target, 1)
	canon.Number(f, "target-cents", &u.TargetCents, 1)
	canon.Number(f, "rate-e8", &u.RateE8, 1)
	canon.Number(f, "start-e8", &u.StartE8, 0)
	f.Bool("won", &u.Won)
	f.Line("user-seed", &u.UserSeed)
	f.Line("server-seed", &u.ServerSeed)
	f.Hash("server-hash", &u.ServerHash)
	f.Hash("result-hash", &u.ResultHash)
	canon.Number(f, "v", &u.V, 0)
	f.Hash("ctx", &u.Ctx)
	f.Hash("beacon", &u.Beacon)
	canon.Number(f, "at-ms", &u.AtMS, 1)
}

// Leaf is the canonical text of the upgrade.
func (u Upgrade) Leaf() ([]byte, error) { return encode(TitleUpgrade, &u) }

// ParseUpgrade reads an upgrade leaf.
func ParseUpgrade(leaf string) (Upgrade, error) {
	u := new(Upgrade)
	if _, err := decode(TitleUpgrade, []byte(leaf), u); err != nil {
		return Upgrade{}, err
	}
	return *u, nil
}
