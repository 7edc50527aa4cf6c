//go:build linux

package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"jadebox/tools/kill/process"
)

// server is what is measured: a process that publishes what it is told to.
type server struct {
	addr   string
	pid    int
	speech speech
	orders io.Writer
	order  order // what every order says
	// version of what it is made of, as a peer says it; empty: it does not
	version string
	collect func() error // returns memory to the machine; nil: it cannot be told to
	stop    func() error
}

// order is one line of JSON to a server: texts to publish.
type order struct {
	Topic   string   `json:"topic,omitempty"`
	Code    string   `json:"code,omitempty"`
	Texts   []string `json:"texts,omitempty"`
	Collect bool     `json:"collect,omitempty"`
}

func (s *server) publish(texts []string) error {
	o := s.order
	o.Texts = texts
	return json.NewEncoder(s.orders).Encode(o)
}

// kind is a way to start a server, and the name of its rows.
type kind struct {
	name   string
	absent bool
	start  func(ctx context.Context) (*server, error)
}

// start starts a server and notes its version.
func (b *bench) start(ctx context.Context, k kind) (*server, error) {
	s, err := k.start(ctx)
	if err == nil && s.version != "" {
		b.report.versions[k.name] = s.version
	}
	return s, err
}

// judged is the peer of the goals.
const judged = "centrifuge"

// judges reports whether goals are held against a peer: those take turns with ours.
func (k kind) judges() bool { return k.name == judged || k.name == beside }

// beside is another build of ours.
const beside = "beside"

// kinds are ours first.
func (b *bench) kinds() []kind {
	all := []kind{{name: "jadebox", start: b.site.start}}
	if b.beside != nil {
		all = append(all, kind{name: beside, start: b.beside.start})
	}
	all = append(all, kind{name: "goroutines", start: func(context.Context) (*server,
		error) {
		return startSelf("goroutines", raw("/"))
	}})
	for _, p := range []struct {
		name, file string
		speech     speech
	}{{judged, "centrifuge", centrifuge()}, {"npm ws", "ws.mjs", raw("/")}, {"socket.io", "socketio.mjs", socketIO()}} {
		path := filepath.Join(b.Peers, p.file)
		k := kind{name: p.name, start: func(context.Context) (*server, error) { return startPeer(path, p.speech) }}
		if _, err := os.Stat(path); b.Peers == "" || err != nil {
			k.absent = true
		}
		all = append(all, k)
	}
	return all
}

func startSelf(name string, s speech) (*server, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return startChild(exec.Command(self, "--child", name), s)
}

func startPeer(path string, s speech) (*server, error) {
	if strings.HasSuffix(path, ".mjs") {
		return startChild(exec.Command("node", path), s)
	}
	return startChild(exec.Command(path), s)
}

// serverGC is how our server sets the collector of Go where the operator has not (tools/jadebox, tuneMemory).
const serverGC = "400"

// startChild runs a server that says its address first, and perhaps its version behind it, takes orders from its
// standard input and ends with it. Those in Go collect as seldom as ours.
func startChild(cmd *exec.Cmd, s speech) (*server, error) {
	cmd.Stderr = os.Stderr
	cmd.Env = append(os.Environ(), "GOGC="+cmp.Or(os.Getenv("GOGC"), serverGC))
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	stop := func() error {
		in.Close()
		return cmd.Wait()
	}
	first, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		in.Close()
		cmd.Wait()
		return nil, fmt.Errorf("%s: %w", cmd.Path, err)
	}
	addr, version, _ := strings.Cut(strings.TrimSpace(first), " ")
	return &server{addr: addr, version: version, pid: cmd.Process.Pid, speech: s, orders: in, stop: stop}, nil
}

// memory is the server's resident memory in bytes, live after a collection where it can be told to collect.
func (s *server) memory(live bool) (int64, error) {
	if live && s.collect != nil {
		if err := s.collect(); err != nil {
			return 0, err
		}
	}
	return memory(s.pid)
}

// mb is a million bytes.
const mb = 1e6

// memory is the resident memory of a process, in bytes.
func memory(pid int) (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if kb, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(kb), "kB")), 10, 64)
			return n << 10, err
		}
	}
	return 0, fmt.Errorf("no VmRSS of %d", pid)
}

// build makes the server that publishes what it is told to.
func (b *bench) build(dir string) (err error) {
	if b.Bin == "" {
		b.Bin, err = process.Build(dir, "benchsocket")
	}
	return err
}
