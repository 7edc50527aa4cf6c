// Package probe is a strict conformance check of a WebSocket echo endpoint: every case sends raw frames and expects one
// exact reaction, the close code included. Deliberately absent: compression and performance.
package probe
