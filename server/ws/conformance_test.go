package ws

import (
	"testing"

	"jadebox/tools/wsconf/probe"
)

// [WS1]
func TestWS1_Conformance(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, Echo: true})
		passed := 0
		for _, c := range probe.Cases() {
			if err := c.Run(w.addr, "/ws/echo"); err != nil {
				t.Errorf("%s: %v", c.Name, err)
				continue
			}
			passed++
		}
		if passed != 41 {
			t.Errorf("%d/41", passed)
		}
	})
}
