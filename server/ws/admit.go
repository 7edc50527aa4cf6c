package ws

import (
	"net/netip"
	"sync"
	"time"
)

// admission counts connections and accepts by address. [WS7] Loopback and the configured proxies are not counted when
// they connect: a handshake behind them is counted by the address they forward.
type admission struct {
	socketsMax, perSecond int
	proxies               []netip.Prefix

	mu   sync.Mutex
	byIP map[netip.Addr]*address
}

type address struct {
	ip      netip.Addr
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
	if ip.Is6() {
		ip = netip.PrefixFrom(ip, 64).Masked().Addr() // a household has a /64
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	e := a.byIP[ip]
	if e == nil {
		e = &address{ip: ip}
		a.byIP[ip] = e
	}
	if second := now.Unix(); e.window != second {
		e.window, e.accepts = second, 0
	}
	e.accepts++
	if e.accepts > a.perSecond || e.sockets >= a.socketsMax {
		return nil, false
	}
	e.sockets++
	return e, true
}

func (a *admission) leave(e *address) {
	if e == nil {
		return
	}
	a.mu.Lock()
	e.sockets--
	a.mu.Unlock()
}

// forget drops addresses without connections and accepts of this second.
func (a *admission) forget(now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for ip, e := range a.byIP {
		if e.sockets == 0 && e.window != now.Unix() {
			delete(a.byIP, ip)
		}
	}
}
