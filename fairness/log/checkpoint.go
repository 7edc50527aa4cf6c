package log

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"jadebox/fairness/internal/canon"
)

// checkpointMax bounds a signed checkpoint, in bytes.
const checkpointMax = 1024

// Checkpoint states the size and the root of the log: the lines origin, size and
// base64 root of the C2SP tlog-checkpoint form, signed as a note.
type Checkpoint struct {
	Origin string // the name of the signing key
	Size   int64
	Root   string // hex
}

// GenerateKey makes a signing key for the log of that origin. The first text is
// secret; the second is the public key that checkpoints are opened with.
func GenerateKey(r io.Reader, origin string) (secret, public string, err error) {
	if r == nil || !canon.IsLine(origin) {
		return "", "", fmt.Errorf("%w: key for origin %q", ErrProof, origin)
	}
	secret, public, err = note.GenerateKey(r, origin)
	if err != nil {
		return "", "", fmt.Errorf("generate log key: %w", err)
	}
	return secret, public, nil
}

// Sign returns the signed text of a checkpoint. The origin is the key's.
func Sign(size int64, root, secret string) (string, error) {
	signer, err := note.NewSigner(secret)
	if err != nil {
		return "", fmt.Errorf("%w: signing key", ErrProof) // the cause would quote the secret
	}
	hash, err := parseHash(root)
	if err != nil {
		return "", err
	}
	if size < 1 || size > canon.MaxSafe {
		return "", fmt.Errorf("%w: checkpoint of %d leaves", ErrRange, size)
	}
	text := fmt.Sprintf("%s\n%d\n%s\n", signer.Name(), size, base64.StdEncoding.EncodeToString(hash[:]))
	signed, err := note.Sign(&note.Note{Text: text}, signer)
	if err != nil {
		return "", fmt.Errorf("sign checkpoint: %w", err)
	}
	return string(signed), nil
}

// OpenCheckpoint verifies a signed checkpoint under a public key. It is stricter
// than a note need be: exactly one signature, canonical base64, no extension
// lines, so that no byte can change unseen.
func OpenCheckpoint(signed, public string) (Checkpoint, error) {
	verifier, err := note.NewVerifier(public)
	if err != nil {
		return Checkpoint{}, fmt.Errorf("%w: public key: %w", ErrProof, err)
	}
	if err := checkKeyForm(public); err != nil {
		return Checkpoint{}, err
	}
	if len(signed) > checkpointMax {
		return Checkpoint{}, fmt.Errorf("%w: checkpoint of %d bytes", ErrProof, len(signed))
	}
	opened, err := note.Open([]byte(signed), note.VerifierList(verifier))
	if err != nil {
		return Checkpoint{}, fmt.Errorf("%w: checkpoint signature: %w", ErrProof, err)
	}
	if len(opened.Sigs) != 1 || signed != opened.Text+"\n— "+verifier.Name()+" "+opened.Sigs[0].Base64+"\n" {
		return Checkpoint{}, fmt.Errorf("%w: checkpoint with more than one signature line", ErrProof)
	}
	if _, err := base64.StdEncoding.Strict().DecodeString(opened.Sigs[0].Base64); err != nil {
		return Checkpoint{}, fmt.Errorf("%w: checkpoint signature: %w", ErrProof, err)
	}
	return ParseCheckpoint(opened.Text, verifier.Name())
}

// CheckKey checks the form of a log's public key, its own hash included.
func CheckKey(public string) error {
	if _, err := note.NewVerifier(public); err != nil {
		return fmt.Errorf("%w: public key: %w", ErrProof, err)
	}
	return checkKeyForm(public)
}

// checkKeyForm refuses the upper-case hash and the loose base64 that package note
// would accept as another spelling of the same key.
func checkKeyForm(public string) error {
	parts := strings.SplitN(public, "+", 3)
	if len(parts) != 3 || !canon.IsHex(parts[1], 8) {
		return fmt.Errorf("%w: public key form", ErrProof)
	}
	if _, err := base64.StdEncoding.Strict().DecodeString(parts[2]); err != nil {
		return fmt.Errorf("%w: public key: %w", ErrProof, err)
	}
	return nil
}

// ParseCheckpoint reads the text that is signed; its first line is the origin.
func ParseCheckpoint(text, origin string) (Checkpoint, error) {
	lines := strings.Split(text, "\n")
	if len(lines) != 4 || lines[3] != "" || lines[0] != origin {
		return Checkpoint{}, fmt.Errorf("%w: checkpoint text", ErrProof)
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil || size < 1 || size > canon.MaxSafe || strconv.FormatInt(size, 10) != lines[1] {
		return Checkpoint{}, fmt.Errorf("%w: checkpoint size %q", ErrProof, lines[1])
	}
	root, err := base64.StdEncoding.Strict().DecodeString(lines[2])
	if err != nil || len(root) != len(Hash{}) {
		return Checkpoint{}, fmt.Errorf("%w: checkpoint root %q", ErrProof, lines[2])
	}
	return Checkpoint{Origin: origin, Size: size, Root: hex.EncodeToString(root)}, nil
}
