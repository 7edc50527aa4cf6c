package operators

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"jadebox/store"
)

// Acting is one command of an operator on its way.
type Acting struct {
	Roster  *Roster
	By      Signer
	Command []string
	Now     store.Clock
	Worth   int64  // cents that its acts are worth, as far as it has said
	Ask     int64  // the request that it carries out; 0: none
	Day     string // whose sum has it; "": none
}

// Sign commits what the operator says of an op, which is to follow at once.
func (a *Acting) Sign(ctx context.Context, db Ledger, op *store.Op) error {
	act := Act{Site: a.Roster.Site(), Operator: a.By.Name, AtMS: a.Now().UnixMilli(), Nonce: nonce(),
		Command: a.Command, Op: Digest(op), Kind: op.Kind, WorthCents: a.Worth, Ask: a.Ask, Day: a.Day}
	text, err := act.text()
	if act.Signature, err = sign(a.By.Key, text, err); err != nil {
		return err
	}
	said, err := act.op()
	if err != nil {
		return err
	}
	// The same op again, as after an answer that was lost: what was said of it holds.
	if _, err = db.Commit(ctx, said); errors.Is(err, store.ErrKeyReused) {
		err = nil
	}
	return err
}

// Wait commits a request for a second operator.
func (a *Acting) Wait(ctx context.Context, db Ledger, files map[string]string) (Ask, error) {
	last, err := LastAsk(ctx, FromLedger(db))
	if err != nil {
		return Ask{}, err
	}
	now := a.Now()
	ask := Ask{Site: a.Roster.Site(), N: last + 1, Operator: a.By.Name, AtMS: now.UnixMilli(),
		UntilMS: now.Add(AskFor).UnixMilli(), Nonce: nonce(), Command: a.Command, Files: files, WorthCents: a.Worth}
	text, err := ask.text()
	if ask.Signature, err = sign(a.By.Key, text, err); err != nil {
		return ask, err
	}
	op, err := ask.op()
	if err == nil {
		_, err = db.Commit(ctx, op)
	}
	return ask, err
}

// MayApprove reports why the operator is not the second one of a request, or comes too late.
func (a *Acting) MayApprove(ask Ask) error {
	return Approval{Operator: a.By.Name, AtMS: a.Now().UnixMilli()}.second(ask)
}

// Approve commits the second operator's word on the request that is carried out.
func (a *Acting) Approve(ctx context.Context, db Ledger) error {
	ask, result, err := ReadAsk(ctx, FromLedger(db), a.Roster, a.Ask)
	if err != nil {
		return err
	}
	v := Approval{Site: a.Roster.Site(), Ask: a.Ask, Of: Hash(result), Operator: a.By.Name, AtMS: a.Now().UnixMilli(),
		Nonce: nonce()}
	if err := v.second(ask); err != nil {
		return err
	}
	text, err := v.text()
	if v.Signature, err = sign(a.By.Key, text, err); err != nil {
		return err
	}
	op, err := v.op()
	if err == nil {
		_, err = db.Commit(ctx, op)
	}
	if errors.Is(err, store.ErrKeyReused) {
		err = ErrApproved
	}
	return err
}

// Errors of requests.
var (
	ErrSame     = errors.New("operators: whoever asks is not the second operator")
	ErrExpired  = errors.New("operators: the request has expired")
	ErrApproved = errors.New("operators: the request was approved before")
)

// second reports why an approval is none of an ask.
func (v Approval) second(ask Ask) error {
	switch {
	case v.Operator == ask.Operator:
		return ErrSame
	case v.AtMS >= ask.UntilMS || v.AtMS < ask.AtMS:
		return ErrExpired
	}
	return nil
}

// ReadAsk reads and verifies a request, and gives its stored text beside it.
func ReadAsk(ctx context.Context, from Reader, r *Roster, n int64) (Ask, []byte, error) {
	ask, result, at, err := read[Ask](ctx, from, AskKey(n))
	if err != nil {
		return ask, nil, err
	}
	key, err := r.KeyAt(ask.Operator, at)
	if err != nil {
		return ask, nil, err
	}
	text, err := ask.text()
	if err = verify(key, ask.Signature, text, err); err != nil {
		return ask, nil, err
	}
	if ask.N != n || ask.Site != r.Site() || ask.AtMS != at.UnixMilli() ||
		ask.UntilMS != at.Add(AskFor).UnixMilli() {
		return ask, nil, fmt.Errorf("operators: request %d is another one's", n)
	}
	return ask, result, nil
}

// ReadApproval reads and verifies the second operator's word on a request; store.ErrNotFound while there is none.
func ReadApproval(ctx context.Context, from Reader, r *Roster, n int64) (Approval, Ask, error) {
	v, _, at, err := read[Approval](ctx, from, ApprovalKey(n))
	if err != nil {
		return v, Ask{}, err
	}
	ask, result, err := ReadAsk(ctx, from, r, n)
	if err != nil {
		return v, ask, err
	}
	key, err := r.KeyAt(v.Operator, at)
	if err != nil {
		return v, ask, err
	}
	text, err := v.text()
	if err = verify(key, v.Signature, text, err); err != nil {
		return v, ask, err
	}
	if v.Ask != n || v.Site != r.Site() || v.Of != Hash(result) || v.AtMS != at.UnixMilli() {
		return v, ask, fmt.Errorf("operators: the approval of request %d is another one's", n)
	}
	return v, ask, v.second(ask)
}

// LastAsk is the number of the newest request, 0 for none.
func LastAsk(ctx context.Context, from Reader) (int64, error) { return newest(ctx, from, AskKey) }

// newest is the highest number of ops that are numbered from 1 on without a gap, 0 for none.
func newest(ctx context.Context, from Reader, key func(int64) string) (int64, error) {
	there := func(n int64) (bool, error) {
		_, _, err := from(ctx, key(n))
		if errors.Is(err, store.ErrNotFound) {
			return false, nil
		}
		return err == nil, err
	}
	known, unknown := int64(0), int64(1)
	for twice := true; twice || known+1 < unknown; {
		at := (known + unknown) / 2
		if twice {
			at = unknown
		}
		ok, err := there(at)
		switch {
		case err != nil:
			return 0, err
		case !ok:
			unknown, twice = at, false
		case twice:
			known, unknown = at, 2*at
		default:
			known = at
		}
	}
	return known, nil
}

// Verify reads what an operator has said of an op of the journal and holds it to the roster: ErrUnsigned when none
// has said anything. Of an act that carries out a request it is verified, too.
func Verify(ctx context.Context, from Reader, r *Roster, rec *store.OpRecord) (Act, error) {
	a, _, at, err := read[Act](ctx, from, ActKey(DigestOf(rec)))
	if errors.Is(err, store.ErrNotFound) {
		return a, ErrUnsigned
	}
	if err == nil {
		err = r.verifyAct(a, at, DigestOf(rec))
	}
	if err == nil && a.Ask != 0 {
		err = a.approved(ctx, from, r)
	}
	return a, err
}

// VerifyAct holds an op of KindAct to the roster, whatever its subject.
func (r *Roster) VerifyAct(rec *store.OpRecord) error {
	a, err := decode[Act](rec.Result)
	if err != nil {
		return err
	}
	if rec.Key != ActKey(a.Op) {
		return errors.New("operators: it stands under the key of another op")
	}
	return r.verifyAct(a, rec.At, a.Op)
}

func (r *Roster) verifyAct(a Act, at time.Time, digest string) error {
	key, err := r.KeyAt(a.Operator, at)
	if err != nil {
		return err
	}
	text, err := a.text()
	if err = verify(key, a.Signature, text, err); err != nil {
		return err
	}
	if a.Op != digest || a.Site != r.Site() || a.AtMS != at.UnixMilli() {
		return errors.New("operators: what was signed is of another op, time or site")
	}
	return nil
}

// approved holds an act to the request that it carries out.
func (a Act) approved(ctx context.Context, from Reader, r *Roster) error {
	v, ask, err := ReadApproval(ctx, from, r, a.Ask)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return fmt.Errorf("operators: nobody has approved request %d", a.Ask)
	case err != nil:
		return err
	case v.Operator != a.Operator || !slices.Equal(ask.Command, a.Command) || a.WorthCents > ask.WorthCents:
		return fmt.Errorf("operators: request %d was for something else", a.Ask)
	}
	return nil
}
