// Command centrifuge is the engine of Centrifugo as a peer of tools/bench/socket: one channel, its JSON protocol over
// WebSocket, its broker in memory and its defaults but for pings, which would only cost it.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"

	"github.com/centrifugal/centrifuge"
)

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	node, err := centrifuge.New(centrifuge.Config{LogLevel: centrifuge.LogLevelError,
		LogHandler: func(e centrifuge.LogEntry) { log.Println(e.Message, e.Fields) }})
	if err != nil {
		return err
	}
	node.OnConnecting(func(context.Context, centrifuge.ConnectEvent) (centrifuge.ConnectReply, error) {
		return centrifuge.ConnectReply{Credentials: &centrifuge.Credentials{}}, nil
	})
	node.OnConnect(func(c *centrifuge.Client) {
		c.OnSubscribe(func(_ centrifuge.SubscribeEvent, answer centrifuge.SubscribeCallback) {
			answer(centrifuge.SubscribeReply{}, nil)
		})
	})
	if err := node.Run(); err != nil {
		return err
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	http.Handle("/connection/websocket", centrifuge.NewWebsocketHandler(node, centrifuge.WebsocketConfig{
		CheckOrigin:    func(*http.Request) bool { return true },
		PingPongConfig: centrifuge.PingPongConfig{PingInterval: -1, PongTimeout: -1}}))
	go func() { log.Fatal(http.Serve(ln, nil)) }()
	fmt.Println(ln.Addr())
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var order struct{ Texts []string }
		if err := json.Unmarshal(in.Bytes(), &order); err != nil {
			return err
		}
		for _, text := range order.Texts {
			data, err := json.Marshal(text)
			if err != nil {
				return err
			}
			if _, err := node.Publish("bench", data); err != nil {
				return err
			}
		}
	}
	return nil
}
