//go:build linux

package phases

import (
	"errors"
	"strings"
	"testing"
)

// A cycle whose rooms could not be furnished in time is void: its line says what refused them, too, since that may be
// a defect.
func TestACycleThatIsVoidSaysWhatRefusedItsRooms(t *testing.T) {
	refused := errors.New("the roll was refused")
	late := orLate(refused, rollLeast-1)
	if !errors.Is(late, errLate) || !strings.Contains(late.Error(), refused.Error()) {
		t.Errorf("too late: %v", late)
	}
	if err := orLate(refused, rollLeast); !errors.Is(err, refused) || errors.Is(err, errLate) {
		t.Errorf("in time: %v", err)
	}
}
