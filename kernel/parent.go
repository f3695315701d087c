package kernel

import (
	"os"
	"strconv"
	"time"

	"raido/lang/system"
)

// watchParent ends the kernel when the process that started it is gone, so that a killed front end
// leaves no kernel behind. Front ends name themselves in JPY_PARENT_PID; without it nothing is watched.
func (k *kernel) watchParent(every time.Duration) {
	named, err := strconv.Atoi(os.Getenv("JPY_PARENT_PID"))
	if err != nil || named <= 1 {
		return
	}
	// The parent may be a wrapper, and the name may belong to another pid namespace: what is not there
	// at the start is not missed later.
	start, watchNamed := os.Getppid(), system.Alive(named)
	go func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if os.Getppid() != start || watchNamed && !system.Alive(named) {
					k.stop(errShutdown)
					return
				}
			case <-k.base.Done():
				return
			}
		}
	}()
}
