package log

// TitleRestored is the leaf that says that the site went back to a backup.
const TitleRestored = "BOX1/restored"

// Restored says that the database is that of an earlier moment: what was done and published after it is lost. From this
// leaf on the log is signed by another key, so that no head is signed twice by one for a size; its first leaves are those
// of the log before, of which the head named here was the newest that is left.
type Restored struct {
	Before   string `json:"before"` // public key of the log before
	Size     int64  `json:"size"`   // leaves that are left of it
	Root     string `json:"root"`   // of these
	Key      string `json:"key"`    // public key from now on
	MomentMS int64  `json:"momentMS"`
	AtMS     int64  `json:"atMS"` // no epoch that was opened before is drawn from after it
}

func (r *Restored) visit(f *fields) {
	f.line("before", &r.Before)
	number(f, "size", &r.Size, 0)
	f.line("root", &r.Root)
	f.line("key", &r.Key)
	number(f, "moment-ms", &r.MomentMS, 1)
	number(f, "at-ms", &r.AtMS, 1)
}

// Leaf is the canonical text of the restore.
func (r Restored) Leaf() ([]byte, error) { return encode(TitleRestored, &r) }

// ParseRestored reads such a leaf.
func ParseRestored(leaf string) (Restored, error) {
	r := new(Restored)
	_, err := decode(TitleRestored, []byte(leaf), r)
	return *r, err
}
