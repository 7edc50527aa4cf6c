//go:build linux

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// child is a server process of its own, so that its CPU and memory are nobody else's.
type child struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Scanner
	addr string
}

func start(kind string) (*child, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := &child{cmd: exec.Command(self, "--child", kind)}
	c.cmd.Stderr = os.Stderr
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	stdout, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.out = bufio.NewScanner(stdout)
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	r, err := c.answer()
	c.addr = r.Addr
	return c, err
}

func (c *child) ask(o order) (reading, error) {
	if err := c.order(o); err != nil {
		return reading{}, err
	}
	return c.answer()
}

func (c *child) order(o order) error { return json.NewEncoder(c.in).Encode(o) }

func (c *child) answer() (r reading, err error) {
	if !c.out.Scan() {
		return r, fmt.Errorf("the server ended: %w", io.ErrUnexpectedEOF)
	}
	return r, json.Unmarshal(c.out.Bytes(), &r)
}

// stop ends the process by closing its orders.
func (c *child) stop() {
	c.in.Close()
	c.cmd.Wait()
}
