// Package forwarded finds the client behind proxies: by X-Forwarded-For, whose hops may carry ports, and by version 2
// of HAProxy's PROXY protocol (https://www.haproxy.org/download/3.2/doc/proxy-protocol.txt, section 2.2).
//
// Deliberately absent: RFC 7239's Forwarded, which no proxy sends by default, version 1 of the protocol, and whom to
// trust.
package forwarded

import (
	"bytes"
	"encoding/binary"
	"errors"
	"net/netip"
	"strings"
)

// Client is the address behind peer: peer itself, or, when that is trusted, the last hop of the header's values that
// is not. A hop that is no address ends the search: its writer is not to be believed.
func Client(peer netip.Addr, header []string, trusted func(netip.Addr) bool) netip.Addr {
	peer = peer.Unmap()
	hops := strings.Split(strings.Join(header, ","), ",")
	for i := len(hops) - 1; i >= 0 && trusted(peer); i-- {
		hop, ok := Hop(hops[i])
		if !ok {
			break
		}
		peer = hop
	}
	return peer
}

// Hop reads one hop: an address, with or without brackets and a port.
func Hop(text string) (netip.Addr, bool) {
	text = strings.TrimSpace(text)
	if ip, err := netip.ParseAddr(text); err == nil {
		return ip.Unmap(), true
	}
	if at, err := netip.ParseAddrPort(text); err == nil {
		return at.Addr().Unmap(), true
	}
	inner, opened := strings.CutPrefix(text, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	ip, err := netip.ParseAddr(inner)
	return ip.Unmap(), opened && closed && err == nil
}

var signature = []byte("\r\n\r\n\x00\r\nQUIT\n")

const (
	headBytes = 16
	// bodyMax is more than addresses of every family with the extensions that proxies send.
	bodyMax = 2048

	command = 0x0f // of byte 12: 0 is a check of the proxy's own, 1 a client's connection
	tcp4    = 0x11 // byte 13
	tcp6    = 0x21
)

// ErrForm is a head that no proxy sends.
var ErrForm = errors.New("forwarded: not a PROXY protocol head")

// Proxied reads the head that a proxy puts before a connection's first byte. n is its length, 0 while it is not whole.
// client is not valid for a connection of the proxy's own, such as a health check.
func Proxied(b []byte) (client netip.AddrPort, n int, err error) {
	if !bytes.HasPrefix(b, signature[:min(len(b), len(signature))]) {
		return client, 0, ErrForm
	}
	if len(b) < headBytes {
		return client, 0, nil
	}
	size := int(binary.BigEndian.Uint16(b[14:]))
	if b[12]>>4 != 2 || b[12]&command > 1 || size > bodyMax {
		return client, 0, ErrForm
	}
	if len(b) < headBytes+size {
		return client, 0, nil
	}
	body := b[headBytes : headBytes+size]
	n = headBytes + size
	if b[12]&command == 0 {
		return client, n, nil
	}
	switch {
	case b[13] == tcp4 && size >= 12:
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte(body)), binary.BigEndian.Uint16(body[8:])), n, nil
	case b[13] == tcp6 && size >= 36:
		return netip.AddrPortFrom(netip.AddrFrom16([16]byte(body)).Unmap(), binary.BigEndian.Uint16(body[32:])), n, nil
	}
	return client, 0, ErrForm
}
