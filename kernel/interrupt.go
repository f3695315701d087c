package kernel

import (
	"context"
	"fmt"
	"os"
)

// The causes of a cell's cancellation.
var (
	errInterrupted = fmt.Errorf("interrupted")
	errShutdown    = fmt.Errorf("the kernel shuts down")
	errRestart     = fmt.Errorf("the kernel restarts")
)

// running is a cell that an interrupt ends. Note [Interrupts].
type running struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	deaf   chan struct{} // closed when the cell listens to signals no more
}

// begin makes the context of a cell. It is called before front ends hear that the cell is busy.
func (k *kernel) begin(r *request) {
	c := &running{deaf: make(chan struct{})}
	c.ctx, c.cancel = context.WithCancelCause(k.base)
	r.cell = c
	k.mu.Lock()
	if len(k.cells) == 0 {
		select { // a signal that came when nothing ran
		case <-k.sigint:
		default:
		}
	}
	k.cells[c] = true
	k.mu.Unlock()
	go func() {
		defer close(c.deaf)
		select {
		case <-k.sigint:
			k.interrupt()
		case <-c.ctx.Done():
		}
	}()
}

// end lets no interrupt at the cell any more; of a request that is no cell it does nothing.
func (k *kernel) end(r *request) {
	c := r.cell
	if c == nil {
		return
	}
	k.mu.Lock()
	delete(k.cells, c)
	k.mu.Unlock()
	c.cancel(nil)
	<-c.deaf
}

// interrupt cancels the running cells, those of subshells too; with none it does nothing.
func (k *kernel) interrupt() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for c := range k.cells {
		c.cancel(errInterrupted)
	}
}

// watchSignals ends the kernel on SIGTERM.
func (k *kernel) watchSignals(signals <-chan os.Signal) {
	select {
	case <-signals:
		k.stop(errShutdown)
	case <-k.base.Done():
	}
}

func (k *kernel) interruptRequest(*request) (content, error) {
	k.interrupt()
	return content{}, nil
}

// Note [Interrupts]
//
// An interrupt ends the cells that run when it arrives, and nothing that runs later. A cell is there to be interrupted before front
// ends hear that it is busy, and until its reply is made. An interrupt_request means the cells of the moment at which control
// reads it. A SIGINT waits in k.sigint: the cell that runs takes it from there, and has done so, or has let it be, before the next one
// begins; what came when nothing ran is dropped when a cell begins. Only a signal that the system delivers late meets a cell that it
// was not meant for, and nobody can tell.
