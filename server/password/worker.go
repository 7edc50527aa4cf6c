package password

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// Why other processes: a hash keeps a core busy and 19 MiB warm. In the server's own process a storm of logins takes
// the scheduler's slots and the collector's time from every other call, whatever the priority of a thread, because a
// thread of low priority that holds a scheduler's slot holds up those that wait for it. A process of its own with the
// lowest priority takes what the machine has left.

// textMax bounds a password on its way to a worker; callers have bounded it far lower.
const textMax = 1 << 10

// workerWithin is how long a hash may take on a machine that has little left; a worker that takes longer is stuck.
const workerWithin = 20 * time.Second

var errWorker = errors.New("password: malformed request to a worker")

// Serve computes hashes for the process at the other end until its input ends: what the sub-command of workers runs. A
// request is two lengths of two bytes and their texts, password and salt; the answer is the sum.
func Serve(in io.Reader, out io.Writer) error {
	r := bufio.NewReader(in)
	for {
		var head [4]byte
		if _, err := io.ReadFull(r, head[:]); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		n, m := int(binary.BigEndian.Uint16(head[:2])), int(binary.BigEndian.Uint16(head[2:]))
		if n > textMax || m > textMax {
			return errWorker
		}
		text := make([]byte, n+m)
		if _, err := io.ReadFull(r, text); err != nil {
			return err
		}
		if _, err := out.Write(full.compute(text[:n], text[n:])); err != nil {
			return err
		}
	}
}

// worker is a child process that runs Serve. It is started when it is first needed, and again when it has died; it ends
// by itself when this process does, however that ends. One caller at a time.
type worker struct {
	command []string
	child   *exec.Cmd
	lowered bool // runs at the lowest priority
	in      io.WriteCloser
	out     *os.File
}

// sum asks the child, a new one where the first has died; without any it computes here: a slow login is better than
// none.
func (w *worker) sum(password, salt []byte) []byte {
	for range 2 {
		if sum, err := w.ask(password, salt); err == nil {
			return sum
		}
		w.close()
	}
	return full.compute(password, salt)
}

func (w *worker) ask(password, salt []byte) ([]byte, error) {
	if len(password) > textMax || len(salt) > textMax {
		return nil, errWorker
	}
	if w.child == nil {
		if err := w.start(); err != nil {
			return nil, err
		}
	}
	if !w.lowered { // the kernel sets one session's weight in a tenth of a second and refuses the next
		w.lowered = lower(w.child)
	}
	if err := w.out.SetReadDeadline(time.Now().Add(workerWithin)); err != nil {
		return nil, err
	}
	request := binary.BigEndian.AppendUint16(nil, uint16(len(password)))
	request = binary.BigEndian.AppendUint16(request, uint16(len(salt)))
	request = append(append(request, password...), salt...)
	if _, err := w.in.Write(request); err != nil {
		return nil, err
	}
	sum := make([]byte, hashBytes)
	_, err := io.ReadFull(w.out, sum)
	return sum, err
}

func (w *worker) start() (err error) {
	child := exec.Command(w.command[0], w.command[1:]...)
	child.Env = append(os.Environ(), "GOMAXPROCS=1") // one hash at a time; its collector is to take no second core
	if w.in, err = child.StdinPipe(); err != nil {
		return fmt.Errorf("password: worker: %w", err)
	}
	out, err := child.StdoutPipe()
	if err != nil {
		return fmt.Errorf("password: worker: %w", err)
	}
	if err := start(child); err != nil {
		return fmt.Errorf("password: worker: %w", err)
	}
	w.child, w.out, w.lowered = child, out.(*os.File), false
	return nil
}

// close ends the child and waits until it is gone.
func (w *worker) close() {
	if w.child == nil {
		return
	}
	_ = w.in.Close()
	_ = w.child.Process.Kill() // it keeps nothing
	_ = w.child.Wait()
	w.child = nil
}
