package wire

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Contents of requests. Fields that a peer may leave out and whose default is not the zero value are
// pointers; the methods give the value with the default filled in.
type (
	// ExecuteRequest is the content of an execute_request.
	ExecuteRequest struct {
		Code            string                     `json:"code"`
		Silent          bool                       `json:"silent"`
		StoreHistory    *bool                      `json:"store_history"`
		UserExpressions map[string]json.RawMessage `json:"user_expressions"`
		AllowStdin      *bool                      `json:"allow_stdin"`
		StopOnError     *bool                      `json:"stop_on_error"`
	}

	// CursorRequest is the content of a complete_request or an inspect_request. Without a cursor it is
	// at the end of the code.
	CursorRequest struct {
		Code   string `json:"code"`
		Cursor *int   `json:"cursor_pos"`
		Detail int    `json:"detail_level"`
	}

	// IsCompleteRequest is the content of an is_complete_request.
	IsCompleteRequest struct {
		Code string `json:"code"`
	}

	// HistoryRequest is the content of a history_request.
	HistoryRequest struct {
		Output  bool   `json:"output"`
		Raw     bool   `json:"raw"`
		Access  string `json:"hist_access_type"`
		Session int    `json:"session"`
		Start   int    `json:"start"`
		Stop    *int   `json:"stop"`
		N       *int   `json:"n"`
		Pattern string `json:"pattern"`
		Unique  bool   `json:"unique"`
	}

	// CommMessage is the content of comm_open, comm_msg and comm_close.
	CommMessage struct {
		ID     string `json:"comm_id"`
		Target string `json:"target_name"`
	}

	// ShutdownRequest is the content of a shutdown_request.
	ShutdownRequest struct {
		Restart bool `json:"restart"`
	}

	// SubshellRequest is the content of a delete_subshell_request.
	SubshellRequest struct {
		ID string `json:"subshell_id"`
	}

	// InputReply is the content of an input_reply.
	InputReply struct {
		Value string `json:"value"`
	}

	// DebugRequest is what an answer to a debug_request repeats.
	DebugRequest struct {
		Seq     int    `json:"seq"`
		Command string `json:"command"`
	}
)

// Stores reports whether the cell enters the history and counts.
func (r *ExecuteRequest) Stores() bool { return !r.Silent && or(r.StoreHistory, true) }

// Stdin reports whether the front end can be asked for input.
func (r *ExecuteRequest) Stdin() bool { return or(r.AllowStdin, true) }

// Stops reports whether an error aborts the requests that wait.
func (r *ExecuteRequest) Stops() bool { return or(r.StopOnError, true) }

// Position is the cursor, brought into the code: between 0 and its number of code points.
func (r *CursorRequest) Position() int {
	n := len([]rune(r.Code))
	if r.Cursor == nil {
		return n
	}
	return max(0, min(*r.Cursor, n))
}

func or[T any](p *T, def T) T {
	if p == nil {
		return def
	}
	return *p
}

// Content decodes the content of a message into the type of its request.
func Content[T any](m *Message) (*T, error) {
	var c T
	if err := json.Unmarshal(m.Content, &c); err != nil {
		var t *json.UnmarshalTypeError
		if errors.As(err, &t) && t.Field != "" {
			return nil, fmt.Errorf("%s: field %q has a %s, wanted is %s", m.Header.Type, t.Field, t.Value, t.Type)
		}
		return nil, fmt.Errorf("%s: content: %w", m.Header.Type, err)
	}
	return &c, nil
}
