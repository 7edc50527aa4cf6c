// Package withdrawals reviews withdrawals of R$: the operator's command.
//
// It writes beside a running server; each step is guarded, so that two operators never take it twice. Deliberately absent: a way
// to do this over the network, and the payment itself, which an operator makes at a bank and notes here.
package withdrawals

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/tools/operator"
)

const usage = `withdrawals [--data DIR | --database-url URL] COMMAND
  list             what waits for a review or is in progress, oldest first
  approve ID       reviewed: the payment is being made
  pay ID NOTE      paid; NOTE is the bank's number
  fail ID NOTE     not paid: the amount goes back to the player`

// Main is the command. It answers 0 when it was done, 2 otherwise.
func Main(args []string, out io.Writer) int {
	flags := flag.NewFlagSet("withdrawals", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() { fmt.Fprintln(out, usage) }
	database := operator.Flags(flags)
	if err := flags.Parse(args); err != nil {
		return 2
	}
	ctx := context.Background()
	err := database.With(ctx, func(db *postgres.Engine) error { return Do(ctx, db, time.Now(), flags.Args(), out) })
	if err != nil {
		fmt.Fprintln(out, "withdrawals:", err)
		return 2
	}
	return 0
}

// Do is the command on an open store.
func Do(ctx context.Context, db payment.Rooms, now time.Time, args []string, out io.Writer) error {
	if len(args) == 1 && args[0] == "list" {
		return list(ctx, db, out)
	}
	if len(args) < 2 || args[0] != payment.Approve && args[0] != payment.Pay && args[0] != payment.GiveBack {
		return errors.New(usage)
	}
	note := strings.Join(args[2:], " ")
	if (note == "") != (args[0] == payment.Approve) || len(note) > 200 {
		return errors.New(usage)
	}
	id, err := strconv.ParseInt(strings.TrimPrefix(args[1], "r"), 10, 64)
	if err != nil || id <= 0 {
		return fmt.Errorf("no number %q", args[1])
	}
	w, err := payment.Decide(ctx, db, now, store.RoomID(id), args[0], note)
	if err != nil {
		return err
	}
	show(out, w)
	return nil
}

func list(ctx context.Context, db payment.Rooms, out io.Writer) error {
	open, err := db.OpenRooms(ctx, payment.KindWithdrawal)
	if err != nil {
		return err
	}
	for i := len(open) - 1; i >= 0; i-- { // the store has the newest first
		w, err := payment.ReadWithdrawal(open[i])
		if err != nil {
			return err
		}
		show(out, w)
	}
	return nil
}

var steps = map[store.RoomStatus]string{store.RoomOpen: "review", store.RoomRunning: "in progress", store.RoomSettled: "paid", store.RoomVoid: "given back"}

func show(out io.Writer, w payment.Withdrawal) {
	fmt.Fprintf(out, "r%d\t%s\tR$ %s\tplayer %d\t%s\t%s\t%s\n", w.ID, steps[w.Step], protocol.Gems(w.AmountCents), w.Player, w.PixKey,
		time.UnixMilli(w.AtMS).UTC().Format(time.RFC3339), w.Note)
}
