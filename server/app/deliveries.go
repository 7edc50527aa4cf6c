package app

import (
	"jadebox/actors/shop/delivery"
	sandbox "jadebox/server/delivery"
)

// bot is who hands items over: the sandbox's in a demo. Without one, approved orders wait for `jadebox retrievals
// ship`.
func (a *App) bot() delivery.Bot {
	if !a.config.Demo {
		return nil
	}
	return &sandbox.Sandbox{Store: a.db, Now: a.now}
}
