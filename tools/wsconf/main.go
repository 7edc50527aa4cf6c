// Command wsconf probes a WebSocket echo endpoint for conformance with RFC 6455: 41 cases along the categories of the
// Autobahn test suite. It exits non-zero when one fails.
//
//	go run ./tools/wsconf --addr 127.0.0.1:8080 --path /ws/echo
package main

import (
	"fmt"

	"jadebox/tools/command"
	"jadebox/tools/wsconf/probe"
)

type arguments struct {
	Addr string `default:"127.0.0.1:8080" help:"host:port of the server."`
	Path string `default:"/ws/echo" help:"Path of an endpoint that echoes messages."`
}

func main() { command.Main(command.Parser("wsconf", &arguments{})) }

// Run probes with every case.
func (a arguments) Run() error {
	failed := 0
	for _, c := range probe.Cases() {
		if err := c.Run(a.Addr, a.Path); err != nil {
			failed++
			fmt.Printf("FAIL %s: %v\n", c.Name, err)
		}
	}
	fmt.Printf("%d/%d\n", len(probe.Cases())-failed, len(probe.Cases()))
	if failed > 0 {
		return command.Exit(1)
	}
	return nil
}
