package ws

import (
	"testing"
	"time"

	"jadebox/protocol"
)

// [WS11]
func TestWS11_MaintenanceSendsEveryPeerAway(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		w.login("token", 1, time.Now().Add(time.Hour))
		sentAway := func(p *peer) {
			t.Helper()
			bye := decode[protocol.Bye](p, protocol.TypeBye)
			if bye.Code != int32(protocol.CodeMaintenance) || bye.ReconnectAfterMS < reconnectMaintainedMS {
				t.Errorf("%+v", bye)
			}
			p.wantClose(int(closeTryAgain))
		}
		player, visitor := w.greeted("token"), w.greeted("")
		w.Maintain(true)
		w.Maintain(true) // said once
		sentAway(player)
		sentAway(visitor)
		for _, token := range []string{"token", ""} {
			late := w.dial("/ws")
			late.send(&protocol.Hello{Type: protocol.TypeHello, Token: token})
			late.wantError(0, protocol.CodeMaintenance)
			sentAway(late)
		}
		w.Maintain(false)
		w.greeted("token").silent()
	})
}
