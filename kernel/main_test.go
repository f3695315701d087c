package kernel_test

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	os.Setenv("RAIDO_HISTORY", "off") // the user's is not for tests
	os.Exit(m.Run())
}
