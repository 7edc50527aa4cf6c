// Package realname seals what the real-name verification stores of a person, and recognizes a card again without
// reading it.
//
// Name and card are encrypted with Tink's AEAD, the player's id as associated data: a row that is copied to another
// account does not open. The blind index is a keyed hash of the card. Registry, the port to a service that knows
// people, is asked before anything is sealed. Deliberately absent: the store and the reward.
package realname

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/tink-crypto/tink-go/v2/aead"
	"github.com/tink-crypto/tink-go/v2/insecurecleartextkeyset"
	"github.com/tink-crypto/tink-go/v2/keyset"
	"github.com/tink-crypto/tink-go/v2/prf"
	"github.com/tink-crypto/tink-go/v2/tink"

	"jadebox/store"
)

// Person is what a player enters.
type Person struct {
	Name string `json:"name"`
	Card string `json:"card"` // 18 characters, X in upper case
}

// ErrSealed means that a row does not open: other keys, another player, or damage.
var ErrSealed = errors.New("realname: does not open")

// Vault seals and opens. It is safe for concurrent use.
type Vault struct {
	seal  tink.AEAD
	index *prf.Set
}

// keys is the file of a vault. It stays outside of the database, so that a copy of that alone opens nothing.
type keys struct {
	AEAD json.RawMessage `json:"aead"`
	PRF  json.RawMessage `json:"prf"`
}

// Open reads the keys of a file, or makes both when the file is missing.
func Open(path string) (*Vault, error) {
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := generateAt(path); err != nil {
			return nil, fmt.Errorf("realname: %w", err)
		}
		raw, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, fmt.Errorf("realname: %w", err)
	}
	return New(bytes.NewReader(raw))
}

// generateAt makes a file of new keys whole, unless there is one by then: of several processes that make it at once all
// find the same.
func generateAt(path string) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*") // readable by its owner only
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := errors.Join(Generate(f), f.Sync(), f.Close()); err != nil {
		return err
	}
	err = os.Link(f.Name(), path)
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil
	case err != nil: // a file system without links
		return os.Rename(f.Name(), path)
	}
	return nil
}

// Generate writes new keys.
func Generate(w io.Writer) error {
	var k keys
	for _, part := range []struct {
		into *json.RawMessage
		make func() (*keyset.Handle, error)
	}{
		{&k.AEAD, func() (*keyset.Handle, error) { return keyset.NewHandle(aead.AES256GCMKeyTemplate()) }},
		{&k.PRF, func() (*keyset.Handle, error) { return keyset.NewHandle(prf.HMACSHA256PRFKeyTemplate()) }},
	} {
		handle, err := part.make()
		if err != nil {
			return fmt.Errorf("realname: %w", err)
		}
		var text bytes.Buffer
		if err := insecurecleartextkeyset.Write(handle, keyset.NewJSONWriter(&text)); err != nil {
			return fmt.Errorf("realname: %w", err)
		}
		*part.into = text.Bytes()
	}
	return json.NewEncoder(w).Encode(k)
}

// New reads keys that Generate wrote.
func New(r io.Reader) (*Vault, error) {
	var k keys
	if err := json.NewDecoder(r).Decode(&k); err != nil {
		return nil, fmt.Errorf("realname: keys: %w", err)
	}
	sealing, err := insecurecleartextkeyset.Read(keyset.NewJSONReader(bytes.NewReader(k.AEAD)))
	if err != nil {
		return nil, fmt.Errorf("realname: keys: %w", err)
	}
	indexing, err := insecurecleartextkeyset.Read(keyset.NewJSONReader(bytes.NewReader(k.PRF)))
	if err != nil {
		return nil, fmt.Errorf("realname: keys: %w", err)
	}
	v := &Vault{}
	if v.seal, err = aead.New(sealing); err != nil {
		return nil, fmt.Errorf("realname: keys: %w", err)
	}
	if v.index, err = prf.NewPRFSet(indexing); err != nil {
		return nil, fmt.Errorf("realname: keys: %w", err)
	}
	return v, nil
}

// Seal makes the row of a person whom a registry has confirmed. Card must be in its one form (Card).
func (v *Vault) Seal(player store.PlayerID, p Person, by string, at time.Time) (store.SealedName, error) {
	plain, err := json.Marshal(p)
	if err != nil {
		return store.SealedName{}, fmt.Errorf("realname: %w", err)
	}
	sealed, err := v.seal.Encrypt(plain, associated(player))
	if err != nil {
		return store.SealedName{}, fmt.Errorf("realname: %w", err)
	}
	index, err := v.Fingerprint("card", p.Card)
	return store.SealedName{Sealed: sealed, Index: index, By: by, At: at}, err
}

// Open reads a row of this player.
func (v *Vault) Open(player store.PlayerID, s store.SealedName) (Person, error) {
	plain, err := v.seal.Decrypt(s.Sealed, associated(player))
	if err != nil {
		return Person{}, ErrSealed
	}
	var p Person
	if err := json.Unmarshal(plain, &p); err != nil {
		return Person{}, ErrSealed
	}
	return p, nil
}

// SealSecret seals what a server keeps of a player for one purpose, by the same keys: it opens for both alone.
func (v *Vault) SealSecret(purpose string, player store.PlayerID, plain []byte) ([]byte, error) {
	sealed, err := v.seal.Encrypt(plain, secretOf(purpose, player))
	if err != nil {
		return nil, fmt.Errorf("realname: %w", err)
	}
	return sealed, nil
}

// OpenSecret opens what SealSecret made, or returns ErrSealed.
func (v *Vault) OpenSecret(purpose string, player store.PlayerID, sealed []byte) ([]byte, error) {
	plain, err := v.seal.Decrypt(sealed, secretOf(purpose, player))
	if err != nil {
		return nil, ErrSealed
	}
	return plain, nil
}

func secretOf(purpose string, player store.PlayerID) []byte {
	return []byte("secret:" + strconv.FormatInt(int64(player), 10) + ":" + purpose)
}

// Fingerprint is a keyed hash of a text for one purpose: without the keys texts cannot be tried against it.
func (v *Vault) Fingerprint(purpose, text string) (sum [32]byte, err error) {
	out, err := v.index.ComputePrimaryPRF([]byte(purpose+"\x00"+text), uint32(len(sum)))
	if err != nil {
		return sum, fmt.Errorf("realname: %w", err)
	}
	copy(sum[:], out)
	return sum, nil
}

func associated(player store.PlayerID) []byte {
	return []byte("realname:" + strconv.FormatInt(int64(player), 10))
}
