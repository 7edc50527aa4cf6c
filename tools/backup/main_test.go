//go:build unix

package backup_test

import (
	"testing"

	"jadebox/store/storetest/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }
