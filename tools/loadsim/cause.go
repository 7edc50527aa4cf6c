package loadsim

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strconv"
	"syscall"

	"jadebox/tools/loadsim/client"
)

// cause is a short text for an error without a number, the same for all errors of a sort, so that they can be counted.
func cause(err error) string {
	if closed, ok := errors.AsType[*client.Closed](err); ok {
		return "socket closed " + strconv.Itoa(int(closed.Code)) + " " + closed.Reason
	}
	for _, c := range []struct {
		sentinel error
		text     string
	}{
		{context.Canceled, "run ended"},
		{os.ErrDeadlineExceeded, "no answer in time"},
		{syscall.ECONNREFUSED, "connection refused"},
		{syscall.ECONNRESET, "connection reset"},
		{syscall.EPIPE, "connection closed"},
		{io.ErrUnexpectedEOF, "connection closed in mid-answer"},
		{io.EOF, "connection closed"},
		{net.ErrClosed, "connection closed by the bot"},
		{client.ErrMalformed, "malformed answer"},
		{client.ErrFrame, "frame outside the protocol"},
	} {
		if errors.Is(err, c.sentinel) {
			return c.text
		}
	}
	return err.Error()
}
