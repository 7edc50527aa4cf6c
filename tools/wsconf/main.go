// Command wsconf probes a WebSocket echo endpoint for conformance with RFC 6455: 41 cases along the categories of the
// Autobahn test suite. It exits non-zero when one fails.
//
//	go run ./tools/wsconf -addr 127.0.0.1:8080 -path /ws/echo
package main

import (
	"flag"
	"fmt"
	"os"

	"jadebox/tools/wsconf/probe"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "host:port of the server")
	path := flag.String("path", "/ws/echo", "path of an endpoint that echoes messages")
	flag.Parse()
	failed := 0
	for _, c := range probe.Cases() {
		if err := c.Run(*addr, *path); err != nil {
			failed++
			fmt.Printf("FAIL %s: %v\n", c.Name, err)
		}
	}
	fmt.Printf("%d/%d\n", len(probe.Cases())-failed, len(probe.Cases()))
	if failed > 0 {
		os.Exit(1)
	}
}
