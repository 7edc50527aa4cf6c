package log

import (
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"jadebox/fairness/internal/canon"
)

// TitleRestored is the leaf that says that the site went back to a backup.
const TitleRestored = "BOX1/restored"

// Restored says that the database is that of an earlier moment: what was done and published after it is lost. From this
// leaf on the log is signed by another key, so that none signs two heads of one size: it is unknown how far the log
// before was signed. The tree begins with that of the log before, whose newest head that is left is named here, and the
// key before signs the key that comes after it.
type Restored struct {
	Before   string `json:"before"` // public key of the log before
	Size     int64  `json:"size"`   // leaves that are left of it
	Root     string `json:"root"`   // of these; "-" for none
	Key      string `json:"key"`    // public key from now on
	MomentMS int64  `json:"momentMS"`
	AtMS     int64  `json:"atMS"`   // no epoch that was opened before is drawn from after it
	Signed   string `json:"signed"` // by the key before
}

func (r *Restored) Visit(f *canon.Fields) {
	f.Line("before", &r.Before)
	canon.Number(f, "size", &r.Size, 0)
	f.Line("root", &r.Root)
	f.Line("key", &r.Key)
	canon.Number(f, "moment-ms", &r.MomentMS, 1)
	canon.Number(f, "at-ms", &r.AtMS, 1)
	f.Line("signed", &r.Signed)
}

// Sign signs what the leaf says with the secret key of the log before.
func (r *Restored) Sign(secret string) error {
	signer, err := note.NewSigner(secret)
	if err != nil {
		return fmt.Errorf("%w: signing key", ErrProof) // the cause would quote the secret
	}
	text, err := r.unsigned()
	if err != nil {
		return err
	}
	signed, err := note.Sign(&note.Note{Text: text}, signer)
	if err != nil {
		return fmt.Errorf("sign restore: %w", err)
	}
	line := strings.TrimSuffix(strings.TrimPrefix(string(signed), text+"\n"), "\n")
	r.Signed = line[strings.LastIndexByte(line, ' ')+1:]
	return nil
}

// unsigned is the leaf up to the signature.
func (r *Restored) unsigned() (string, error) {
	plain := *r
	plain.Signed = "-"
	text, err := encode(TitleRestored, &plain)
	return strings.TrimSuffix(string(text), "signed=-\n"), err
}

// Check is nil when the key of the log before has signed the leaf.
func (r *Restored) Check() error {
	verifier, err := note.NewVerifier(r.Before)
	if err != nil {
		return fmt.Errorf("%w: public key: %w", ErrProof, err)
	}
	text, err := r.unsigned()
	if err != nil {
		return err
	}
	_, err = note.Open([]byte(text+"\n— "+verifier.Name()+" "+r.Signed+"\n"), note.VerifierList(verifier))
	if err != nil {
		return fmt.Errorf("%w: signature of the restore: %w", ErrProof, err)
	}
	return nil
}

// Leaf is the canonical text of the restore.
func (r Restored) Leaf() ([]byte, error) { return encode(TitleRestored, &r) }

// ParseRestored reads such a leaf.
func ParseRestored(leaf string) (Restored, error) {
	r := new(Restored)
	_, err := decode(TitleRestored, []byte(leaf), r)
	return *r, err
}
