package protocol

// Close codes of this protocol (SPEC.md lists what a client does on each). RFC 6455 keeps 4000–4999 for applications.
const (
	CloseSlow    = 4001
	CloseBroken  = 4400
	CloseSession = 4403
	CloseIdle    = 4408
	CloseRate    = 4429
)

// Subprotocol of /ws.
const Subprotocol = "jadebox.msgpack.v1"
