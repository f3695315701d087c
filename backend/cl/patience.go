package cl

import (
	"os"
	"time"
)

// StartPatience is how long a driver may take to be ready: RAIDO_DRIVER_PATIENCE, or 20 seconds.
func StartPatience() time.Duration {
	if d, err := time.ParseDuration(os.Getenv("RAIDO_DRIVER_PATIENCE")); err == nil {
		return d
	}
	return 20 * time.Second
}
