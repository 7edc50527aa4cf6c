package ws

import (
	"net/netip"
	"sync"
	"time"
)

// householdsOfSite is how many households' limits a /48 has.
const householdsOfSite = 4

// admission counts connections and accepts by address, until they close. [WS7] Loopback and the configured proxies are
// not counted when they connect: a handshake behind them is counted by the address they forward.
type admission struct {
	socketsMax, perSecond int
	proxies               []netip.Prefix

	mu   sync.Mutex
	byIP map[netip.Prefix]*address
}

type address struct {
	of      netip.Prefix // a household: one IPv4 address, a /64 of IPv6
	site    *address     // the /48 that a /64 is in, which one owner may have whole; nil for IPv4
	sockets int
	window  int64 // unix second of accepts
	accepts int
}

func (a *admission) trusted(ip netip.Addr) bool {
	if ip.IsLoopback() || !ip.IsValid() {
		return true
	}
	for _, p := range a.proxies {
		if p.Contains(ip) {
			return true
		}
	}
	return false
}

// enter counts one connection of ip; nil, true when ip is not counted, nil, false when it is over its limits.
func (a *admission) enter(ip netip.Addr, now time.Time) (*address, bool) {
	ip = ip.Unmap()
	if a.trusted(ip) {
		return nil, true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	e := a.entry(ip, ip.BitLen())
	if ip.Is6() {
		e = a.entry(ip, 64)
		e.site = a.entry(ip, 48)
	}
	second := now.Unix()
	if !e.room(second, a.socketsMax, a.perSecond) ||
		e.site != nil && !e.site.room(second, householdsOfSite*a.socketsMax, householdsOfSite*a.perSecond) {
		return nil, false
	}
	e.sockets++
	if e.site != nil {
		e.site.sockets++
	}
	return e, true
}

func (a *admission) entry(ip netip.Addr, bits int) *address {
	of := netip.PrefixFrom(ip, bits).Masked()
	e := a.byIP[of]
	if e == nil {
		e = &address{of: of}
		a.byIP[of] = e
	}
	return e
}

// room counts an accept and reports whether there is room for it.
func (e *address) room(second int64, socketsMax, perSecond int) bool {
	if e.window != second {
		e.window, e.accepts = second, 0
	}
	e.accepts++
	return e.accepts <= perSecond && e.sockets < socketsMax
}

func (a *admission) leave(e *address) {
	if e == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	e.sockets--
	if e.site != nil {
		e.site.sockets--
	}
}

// forget drops addresses without connections and accepts of this second.
func (a *admission) forget(now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for of, e := range a.byIP {
		if e.sockets == 0 && e.window != now.Unix() {
			delete(a.byIP, of)
		}
	}
}
