package protocol

// Limits of the wire and of the calls. Numbers come from the product specification (§5, §7, §9) or, where it is silent,
// from docs/reliability-security.md; protogen copies every constant of this file to the client.
const (
	FrameBytes       = 16 << 10 // one inbound WebSocket frame, and one whole message
	JSONBytes        = 64 << 10 // one HTTP request body
	HandshakeBytes   = 8 << 10
	TopicLength      = 64
	TokenLength      = 128
	CodeLength       = 32
	NameLength       = 64 // name of a command
	KeyLength        = 80 // Idempotency-Key: 1–80 of [0-9A-Za-z_-]
	TopicsMax        = 32 // subscriptions of one socket
	CommandsInFlight = 8  // unanswered subscribes and commands of one socket
	EnvelopesMax     = 64 // envelopes in one binary message

	PingAfterMS      = 10_000 // spec §9: ping after 10 s of silence
	PongWithinMS     = 10_000 // spec §9: closed if no reply within 10 s
	ReconnectFailMS  = 2_000  // spec §9: after a failed connect
	ReconnectCloseMS = 3_000  // spec §9: after an error or close
	SendRetryMS      = 1_500  // spec §9
	HelloWithinMS    = 10_000
	TicketMS         = 30_000
	RequestMS        = 60_000 // spec §9: request timeout

	OpenCountMax = 5
	ItemIDsMax   = 50 // ids in one call
	BagPageSize  = 6  // spec §9
	PageSizeMax  = 50

	AccountLengthMin  = 6 // spec §5
	AccountLengthMax  = 13
	PasswordLengthMin = 8  // characters, of a new one
	PasswordLengthMax = 64 // characters, verbatim; the form hints 16 (spec §5)
	LoginLengthMin    = 6
	StatusMax         = 6 // user status, spec §3

	SeatsMin = 2
	SeatsMax = 4
	RoundMS  = 5_000 // spin and pause
	ReelMS   = 3_000 // solo reel, spec §4

	RollNameLength        = 40
	RollDescriptionLength = 400
	RollPasswordLength    = 32
	RollPasswordsMax      = 500 // one-time passwords of one room
	RollPrizesMax         = 50
	RollRecentMax         = 60     // latest places in a snapshot
	RollRefreshMS         = 60_000 // spec §9: roll countdown refresh
	RollDrawMS            = 9_000  // animation of a draw
	WishDrawMS            = 8_000  // animation of a wish room's draw

	InviteToastMS = 5_000  // spec §9
	InviteSiteMS  = 60_000 // docs/rules.md: site-wide invite once a minute
	InviteOneMS   = 3_000  // between two invites to single players

	RainCountdownMS = 5_000  // spec §9
	RainMS          = 35_000 // spec §9: default duration
	RainEveryMS     = 200    // spec §9: between two packets
	RainEveryPhone  = 500
	RainLifeMS      = 6_000 // spec §9
	RainClaimsMax   = 8     // docs/rules.md
	DropsRefreshMS  = 180_000
)
