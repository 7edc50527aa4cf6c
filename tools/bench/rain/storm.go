//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"jadebox/protocol"
	"jadebox/tools/bench/site"
	"jadebox/tools/kill/process"
	"jadebox/tools/loadsim/client"
)

// listener reads a socket and keeps nothing.
type listener struct{}

func (listener) Subscribed(*protocol.Subscribed) {}
func (listener) Event(*protocol.Event)           {}
func (listener) Gap(*protocol.Gap)               {}
func (listener) Refused(*protocol.Error)         {}
func (listener) Bye(*protocol.Bye)               {}

// claimer is a player with a socket and a connection for calls.
type claimer struct {
	*site.Player
	rain client.Envelope
	took []time.Duration // by packet; 0: refused
	sent []time.Duration
}

// stormed starts the server, connects the clients and begins a rain.
func stormed(ctx context.Context, bin string, clients int) (s *storm, err error) {
	at, err := site.Start(ctx, bin)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, at.Close()) }()
	players, err := at.Players(ctx, clients, 100)
	if err != nil {
		return nil, err
	}
	list := make([]*claimer, clients)
	var over atomic.Bool
	var reading sync.WaitGroup
	sockets := make([]*client.Socket, clients)
	defer func() {
		over.Store(true)
		for _, socket := range sockets {
			if socket != nil {
				socket.Close()
			}
		}
		reading.Wait()
	}()
	var lost atomic.Int64
	var dialling errgroup.Group
	dialling.SetLimit(16)
	for i, p := range players {
		list[i] = &claimer{Player: p}
		dialling.Go(func() error {
			socket, err := client.Dial(ctx, at.Target(i), p.Conn.Token)
			if err != nil {
				return err
			}
			sockets[i] = socket
			for ref, topic := range []string{protocol.TopicFeed, protocol.TopicPlayer, protocol.TopicRain} {
				if err := socket.Subscribe(protocol.Subscribe{Ref: uint32(ref + 1), Topic: topic}); err != nil {
					return err
				}
			}
			reading.Go(func() {
				if err := socket.Read(listener{}); err != nil && !over.Load() {
					lost.Add(1)
				}
			})
			return nil
		})
	}
	if err := dialling.Wait(); err != nil {
		return nil, err
	}
	if out, err := exec.CommandContext(ctx, at.Bin, "rain", "--data", at.Server.Data, "start", "--pool-gems",
		rainPool).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	if err := falling(ctx, list); err != nil {
		return nil, err
	}
	server, data, err := spent(at)
	if err != nil {
		return nil, err
	}
	errs := make([]error, clients)
	var all sync.WaitGroup
	for i, c := range list {
		all.Go(func() { errs[i] = c.claimAll(ctx) })
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if n := lost.Load(); n > 0 {
		return nil, fmt.Errorf("%d sockets were lost", n)
	}
	s = sum(list)
	serverAfter, dataAfter, err := spent(at)
	n := float64(max(1, s.Claims+s.Refused))
	s.ServerUS = float64((serverAfter - server).Microseconds()) / n
	s.DataUS = float64((dataAfter - data).Microseconds()) / n
	return s, err
}

// spent is the CPU of the server and of its PostgreSQL.
func spent(at *site.Site) (server, data time.Duration, err error) {
	if server, err = process.CPU(at.Server.PID()); err != nil {
		return server, 0, err
	}
	pid, err := process.PostgresPID(at.Server.Data)
	if err != nil {
		return server, 0, err
	}
	if data, err = process.CPU(pid); err != nil {
		return server, data, err
	}
	backends, err := process.Children(pid)
	for _, backend := range backends {
		used, _ := process.CPU(backend) // one that has just ended is counted by its parent
		data += used
	}
	return server, data, err
}

// falling waits until packets are about to fall and reads them for every player.
func falling(ctx context.Context, list []*claimer) error {
	for first := list[0]; ; time.Sleep(100 * time.Millisecond) {
		if err := first.Conn.Get(ctx, client.PathEnvelope, &first.rain); err != nil {
			return err
		}
		if first.rain.Round != nil && first.rain.Round.Status == protocol.RainStatusFalling {
			break
		}
	}
	var all errgroup.Group
	all.SetLimit(32)
	for _, c := range list {
		all.Go(func() error { return c.Conn.Get(ctx, client.PathEnvelope, &c.rain) })
	}
	return all.Wait()
}

// claimAll claims each packet in the moment in which it opens.
func (c *claimer) claimAll(ctx context.Context) error {
	for _, packet := range c.rain.Packets {
		opens := time.UnixMilli(packet.OpensAtMS)
		time.Sleep(time.Until(opens))
		sent := time.Since(opens)
		_, err := c.Conn.Post(ctx, client.NewCall(client.PathClaim, c.Key(), client.ClaimPacket{Round: c.rain.Round.ID,
			Packet: packet.ID}))
		took := time.Since(opens)
		switch client.CodeOf(err) {
		case 0:
			if err != nil {
				return err
			}
		case protocol.CodeRainCap, protocol.CodeRainEmpty:
			took = 0
		default:
			return fmt.Errorf("a claim in its moment: %w", err)
		}
		c.took, c.sent = append(c.took, took), append(c.sent, sent)
	}
	return nil
}

// sum counts the moments of the player with the most: what the others had less of is not claimed.
func sum(list []*claimer) *storm {
	s := &storm{Clients: len(list)}
	for _, c := range list {
		s.Storms = max(s.Storms, len(c.took))
	}
	var all, sent []time.Duration
	for n := range s.Storms {
		var one []time.Duration
		for _, c := range list {
			if n >= len(c.took) {
				continue
			}
			if c.took[n] == 0 {
				s.Refused++
				continue
			}
			one = append(one, c.took[n])
			sent = append(sent, c.sent[n])
		}
		all = append(all, one...)
		s.WorstMS = max(s.WorstMS, at(one, .99))
	}
	s.Claims, s.P50MS, s.P99MS, s.SentMS = len(all), at(all, .5), at(all, .99), at(sent, .99)
	return s
}
