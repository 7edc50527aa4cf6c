package props

import (
	"fmt"
	"strconv"
	"strings"
)

// spent are the cents that were spent on boxes, by day and account, and which of them are not kept yet.
type spent struct {
	days    map[string]map[string]int64
	changed map[[2]string]struct{} // day and account
}

func (s *spent) set(day, account string, cents int64) {
	if s.days == nil {
		s.days, s.changed = map[string]map[string]int64{}, map[[2]string]struct{}{}
	}
	if s.days[day] == nil {
		s.days[day] = map[string]int64{}
	}
	s.days[day][account] = cents
	s.changed[[2]string{day, account}] = struct{}{}
}

func (s *spent) remove(day, account string) {
	delete(s.days[day], account)
	s.changed[[2]string{day, account}] = struct{}{}
}

// forget removes the days before one.
func (s *spent) forget(before string) {
	for day, accounts := range s.days {
		if day >= before {
			continue
		}
		for account := range accounts {
			s.changed[[2]string{day, account}] = struct{}{}
		}
		delete(s.days, day)
	}
}

// ReadRows implements follow.Keyed.
func (p *position) ReadRows(rows map[string][]byte) error {
	if rows == nil {
		for day, accounts := range p.Old {
			for account, cents := range accounts {
				p.spent.set(day, account, cents)
			}
		}
	}
	p.Old = nil
	for name, value := range rows {
		day, account, ok := strings.Cut(name, "/")
		cents, err := strconv.ParseInt(string(value), 10, 64)
		if !ok || err != nil {
			return fmt.Errorf("props: row %q: %q", name, value)
		}
		p.spent.set(day, account, cents)
	}
	if rows != nil {
		clear(p.spent.changed)
	}
	return nil
}

// ChangedRows implements follow.Keyed.
func (p *position) ChangedRows() map[string][]byte {
	rows := make(map[string][]byte, len(p.spent.changed))
	for at := range p.spent.changed {
		rows[at[0]+"/"+at[1]] = nil
		if cents, there := p.spent.days[at[0]][at[1]]; there {
			rows[at[0]+"/"+at[1]] = strconv.AppendInt(nil, cents, 10)
		}
	}
	clear(p.spent.changed)
	return rows
}

// AllRows implements follow.Keyed.
func (p *position) AllRows() map[string][]byte {
	rows := map[string][]byte{}
	for day, accounts := range p.spent.days {
		for account, cents := range accounts {
			rows[day+"/"+account] = strconv.AppendInt(nil, cents, 10)
		}
	}
	clear(p.spent.changed)
	return rows
}
