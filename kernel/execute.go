package kernel

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"raido/display"
	"raido/kernel/session"
	"raido/kernel/wire"
	"raido/lang/diag"
)

// settle is how long an error waits before it aborts what is queued: a front end that runs all cells
// sends them one after another, and those that it sent before the error belong to the queue, whenever they arrive (queue.abortAfter). What is
// sent after the error reply is not touched.
const settle = 20 * time.Millisecond

// maxCode bounds a cell: its tree takes some hundred bytes for each of its own.
const maxCode = 32 << 20

// execute runs a cell.
func (k *kernel) execute(r *request) (content, error) {
	if r.aborted {
		// null: front ends put a number here as In [n], and the cell has not run. (ipykernel leaves the field out; here it is in every reply.)
		return content{"status": "aborted", "execution_count": nil, "user_expressions": content{}, "payload": []any{}}, nil
	}
	q, err := wire.Content[wire.ExecuteRequest](r.Message)
	if err != nil {
		c := errorContent(&session.Error{Name: "ProtocolError", Value: err.Error()})
		c["execution_count"] = k.counted(false)
		return c, nil
	}
	if len(q.Code) > maxCode {
		c := errorContent(&session.Error{Name: "UsageError", Value: fmt.Sprintf("the cell has %d MB, and %d MB are the most that a cell may have: data belong in a file, which %%load reads", len(q.Code)>>20, maxCode>>20)})
		if !q.Silent {
			k.publish("error", r.Raw, content{"ename": c["ename"], "evalue": c["evalue"], "traceback": c["traceback"]})
		}
		c["execution_count"] = k.counted(false)
		return c, nil
	}
	stores := q.Stores() && strings.TrimSpace(q.Code) != ""
	count := k.counted(stores)
	if stores {
		k.hist.add(count, q.Code)
	}
	s := k.s
	if r.shell.id != "" {
		s = k.s.Look()
		defer s.Shutdown(false)
	}
	if !q.Silent {
		k.publish("execute_input", r.Raw, content{"code": q.Code, "execution_count": count})
	}
	ctx := r.cell.ctx
	out := newOutput(k, r, q)
	result := k.run(ctx, s, q, session.ExecuteOptions{Count: count, Silent: q.Silent, Store: stores}, out)
	out.close(result.Err != nil || !result.Value.Empty())

	c := content{"status": "ok"}
	if result.Status == session.StatusError {
		c = k.failed(r, q, result.Err)
	} else {
		k.succeeded(ctx, s, r, q, result, count, c)
	}
	c["execution_count"] = count
	c["payload"] = []any{}
	return c, nil
}

// counted is the number of a cell: the next one, or the last one if the cell does not count.
func (k *kernel) counted(next bool) int {
	k.mu.Lock()
	defer k.mu.Unlock()
	if next {
		k.count++
	}
	return k.count
}

// run calls the session; a panic becomes an error, and a result is made consistent.
func (k *kernel) run(ctx context.Context, s session.Session, q *wire.ExecuteRequest, opts session.ExecuteOptions, out *output) (res session.Result) {
	defer k.recovered("execute_request", func(e *session.Error) {
		res = session.Result{Status: session.StatusError, Err: e}
	})
	res = s.Execute(ctx, q.Code, opts, out)
	if res.Err != nil {
		res.Status = session.StatusError
	} else if res.Status == session.StatusError {
		res.Err = &session.Error{Name: "InternalError", Value: "the cell failed without saying why; this is a bug in Raido"}
	}
	return res
}

// failed publishes the error and aborts the cells that wait.
func (k *kernel) failed(r *request, q *wire.ExecuteRequest, e *session.Error) content {
	c := errorContent(e)
	if !q.Silent {
		k.publish("error", r.Raw, content{"ename": c["ename"], "evalue": c["evalue"], "traceback": c["traceback"]})
	}
	if q.Stops() {
		time.Sleep(settle)
		r.shell.queue.abortAfter(r)
	}
	c["user_expressions"] = content{}
	return c
}

// succeeded publishes the cell's value and evaluates the front end's expressions.
func (k *kernel) succeeded(ctx context.Context, s session.Session, r *request, q *wire.ExecuteRequest, res session.Result, count int, c content) {
	if !res.Value.Empty() {
		k.hist.result(count, res.Value.Plain())
		if !q.Silent {
			value := bundle(res.Value)
			value["execution_count"] = count
			k.publish("execute_result", r.Raw, value)
		}
	}
	answers := content{}
	for name, raw := range q.UserExpressions {
		answers[name] = k.evaluate(ctx, s, raw)
	}
	c["user_expressions"] = answers
}

func (k *kernel) evaluate(ctx context.Context, s session.Session, raw json.RawMessage) (c content) {
	defer k.recovered("user_expressions", func(e *session.Error) { c = errorContent(e) })
	var expr string
	if err := json.Unmarshal(raw, &expr); err != nil {
		return errorContent(&session.Error{Name: "ProtocolError", Value: "a user expression is not a string"})
	}
	b, e := s.Evaluate(ctx, expr)
	if e != nil {
		return errorContent(e)
	}
	if b.Empty() {
		b = display.Text("")
	}
	c = bundle(b)
	c["status"] = "ok"
	return c
}

// internalError describes a panic to the user.
func internalError(r any) *session.Error {
	bug := diag.Caught(r, "", nil)
	tb := []string{
		"\x1b[1;31mInternalError\x1b[0m: " + bug.Error(),
		"Nothing that earlier cells defined is lost. Please report it with this cell and the output of `raido doctor`.",
	}
	if bug.Dump != "" {
		tb = append(tb, "", bug.Dump)
	}
	return &session.Error{Name: "InternalError", Value: bug.Error(), Traceback: tb}
}
