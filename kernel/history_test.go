package kernel

import (
	"fmt"
	"testing"

	"raido/kernel/wire"
)

func TestHistory(t *testing.T) {
	var h history
	for i, code := range []string{"a", "b", "a/b", "a", "abc"} {
		h.add(i+1, code)
	}
	h.result(5, "out")
	two, three, zero := 2, 3, 0
	for _, tc := range []struct {
		q    wire.HistoryRequest
		want string
	}{
		{wire.HistoryRequest{Access: "tail", N: &two}, "[[1 4 a] [1 5 abc]]"},
		{wire.HistoryRequest{Access: "tail", N: &zero}, "[]"},
		{wire.HistoryRequest{Access: "tail", N: &two, Output: true}, "[[1 4 [a <nil>]] [1 5 [abc out]]]"},
		{wire.HistoryRequest{Access: "range", Start: 2, Stop: &three}, "[[1 2 b]]"},
		{wire.HistoryRequest{Access: "range", Session: 1, Start: 4}, "[[1 4 a] [1 5 abc]]"},
		{wire.HistoryRequest{Access: "range", Session: 7}, "[]"},
		{wire.HistoryRequest{Access: "search", Pattern: "a*"}, "[[1 1 a] [1 3 a/b] [1 4 a] [1 5 abc]]"},
		{wire.HistoryRequest{Access: "search", Pattern: "a*", Unique: true}, "[[1 3 a/b] [1 4 a] [1 5 abc]]"},
		{wire.HistoryRequest{Access: "search", Pattern: "a*", Unique: true, N: &two}, "[[1 4 a] [1 5 abc]]"},
		{wire.HistoryRequest{Access: "search", Pattern: "a?c"}, "[[1 5 abc]]"},
		{wire.HistoryRequest{Access: "search", Pattern: "["}, "[]"},
	} {
		if got := fmt.Sprint(h.answer(&tc.q)); got != tc.want {
			t.Errorf("%+v\n got %s\nwant %s", tc.q, got, tc.want)
		}
	}
	for i := range maxHistory {
		h.add(i+6, "x")
	}
	if n := len(h.entries); n != maxHistory {
		t.Errorf("%d entries are kept", n)
	}
}

func TestBrokenTail(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "a": 0, "ü": 0, "a\xc3": 1, "\xe2\x82": 2, "€": 0, "\xf0\x9f\x98": 3, "\xff": 0, "\x80\x80": 0,
	} {
		if got := brokenTail([]byte(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
