package fairness

// vectors is testdata/draws.json: every draw with inputs and outputs, and inputs
// that must be refused. The TypeScript tests read the same file.
type vectors struct {
	Key         string
	Beacon      string
	Ctx         string
	Keys        []keyVector
	UserSeeds   []seedVector
	Generated   []generatedVector
	ServerSeeds []serverSeedVector
	Rolls       []rollVector
	Upgrades    []upgradeVector
	Odds        []oddsVector
	Uniforms    []uniformVector
	Winners     []winnersVector
	Weighted    []weightedVector
	PrizeOrder  prizeVector
	Wishes      []wishVector
	WishWindows []wishWindowVector
	RedPackets  []redPacketVector
	Salts       []saltsVector
	Commitments []commitmentVector
	Decks       []deckVector
	Ties        []tieVector
	Battles     []battleVector
	Beacons     []beaconVector
	Solo        []soloVector
	Rosters     []rosterVector
}

// Every vector carries Bad; a bad one has no outputs and must be refused.
type (
	keyVector struct {
		Key, Commit string
		Bad         bool
	}
	seedVector struct {
		Seed string
		Bad  bool
	}
	generatedVector struct {
		Bytes []int
		Seed  string
		Bad   bool
	}
	serverSeedVector struct {
		Scope, Beacon, Ctx     string
		N                      uint64
		Seat                   int
		ServerSeed, ServerHash string
		Bad                    bool
	}
	rollVector struct {
		UserSeed, ServerSeed, ResultHash string
		V                                uint32
		Number                           string
		Bad                              bool
	}
	upgradeVector struct {
		V, RateE8, StartE8 uint32
		Wins, Bad          bool
	}
	pickVector struct {
		V  uint32
		At int
	}
	oddsVector struct {
		BoxID           int64
		Version         uint32
		Entries         []OddsEntry
		Canonical, Hash string
		Bounds          [][2]uint32
		ExpectedTickets string
		Picks           []pickVector
		Bad             bool
	}
	uniformVector struct {
		Label, Scope string
		N, Out       []string // decimal, beyond 2⁵³
	}
	winnersVector struct {
		Scope string
		N, K  int
		Out   []int
		Bad   bool
	}
	weightedVector struct {
		Scope   string
		Weights []uint64
		K       int
		Out     []int
		Bad     bool
	}
	prizeVector struct{ Prizes, Order []Prize }
	wishVector  struct {
		Bottles          []string
		ServerSeed, Hash string
		Bottle           int
		Window, Rehashes int
		Bad              bool
	}
	wishWindowVector struct {
		Text                     string
		N                        uint64
		Bottle, Window, Rehashes int
	}
	redPacketVector struct {
		Scope          string
		Pool, MinCents int64
		N              int
		Out            []int64
		Bad            bool
	}
	saltsVector struct {
		Label, Scope string
		N            int
		Out          []string
		Bad          bool
	}
	commitmentVector struct {
		Label, Scope, Root string
		Opening            Opening
		Bad                bool
	}
	deckVector struct {
		Scope      string
		Cards, Out []int64
		Bad        bool
	}
	tieVector struct {
		Scope     string
		Tied, Out []int // Out: the answers of one stream, asked repeatedly
		Bad       bool
	}
	battleVector struct {
		Mode           BattleMode
		Values         [][]int64
		TieSeat        int // what the tie break answers; -1: nothing breaks ties
		Totals, Scores []int64
		Tied, Winners  []int
		Bad            bool
	}
	beaconVector struct {
		Beacon Beacon
		Bad    bool
	}
	soloVector struct {
		Leaf, Hash string
		Context    SoloContext
		Bad        bool
	}
	rosterVector struct {
		Leaf, Hash string
		Context    BattleContext
		Bad        bool
	}
)
