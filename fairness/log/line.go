package log

// Line is one line of the public export (newline-delimited JSON): exactly one of
// its fields is set. Odds and Roster are canonical leaves of package fairness; a
// table and a roster come before the first result that refers to them; a roster
// may come again.
type Line struct {
	Odds    string   `json:"odds,omitempty"`
	Roster  string   `json:"roster,omitempty"`
	Result  *Result  `json:"result,omitempty"`
	Void    *Void    `json:"void,omitempty"`
	Upgrade *Upgrade `json:"upgrade,omitempty"`
}

// Fields counts how many fields are set; a line with another number than one is
// malformed.
func (l Line) Fields() int {
	n := 0
	for _, set := range []bool{l.Odds != "", l.Roster != "", l.Result != nil, l.Void != nil, l.Upgrade != nil} {
		if set {
			n++
		}
	}
	return n
}
