package wire

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

var delimiter = []byte("<IDS|MSG>")

// maxSeen is how many signatures are remembered against replay.
const maxSeen = 1 << 16

// Header is the part of a message's header that the kernel uses.
type Header struct {
	ID      string `json:"msg_id"`
	Session string `json:"session"`
	Type    string `json:"msg_type"`
	// Subshell is the subshell that a request is for; empty is the main shell.
	Subshell string `json:"subshell_id,omitempty"`
}

// Message is a message as it came from a peer.
type Message struct {
	Header  Header
	Raw     json.RawMessage // the header as it came: the parent of what answers it
	Parent  json.RawMessage // the header of the message that this one answers
	Content json.RawMessage // a JSON object
	Buffers [][]byte
	Route   [][]byte // what stood before the delimiter: an answer begins with it, so that proxies know whose it is
}

// Codec signs, checks, encodes and decodes messages of one kernel. It may be used by many goroutines.
type Codec struct {
	key     []byte
	session string
	count   atomic.Uint64

	mu    sync.Mutex
	seen  map[[sha256.Size]byte]struct{}
	order [][sha256.Size]byte // ring of seen signatures, oldest at next
	next  int
}

// Errors of Decode; a message that gives one is to be ignored.
var (
	ErrFrames    = errors.New("message without delimiter or with too few frames")
	ErrSignature = errors.New("message with a wrong signature")
	ErrReplay    = errors.New("message with a signature that was used before")
)

// NewCodec makes a codec. An empty key means that messages are not signed.
func NewCodec(key string) *Codec {
	var id [16]byte
	rand.Read(id[:])
	return &Codec{key: []byte(key), session: hex.EncodeToString(id[:]), seen: map[[sha256.Size]byte]struct{}{}}
}

// Session is the random name of this kernel's session, the same in each header that it sends.
func (c *Codec) Session() string { return c.session }

func (c *Codec) mac(frames [][]byte) []byte {
	h := hmac.New(sha256.New, c.key)
	for _, f := range frames {
		h.Write(f)
	}
	return h.Sum(nil)
}

// Decode checks and splits the frames of a message.
func (c *Codec) Decode(frames [][]byte) (*Message, error) {
	var route [][]byte
	for len(frames) > 0 && !bytes.Equal(frames[0], delimiter) {
		route, frames = append(route, frames[0]), frames[1:]
	}
	if len(frames) < 6 {
		return nil, ErrFrames
	}
	signature, parts, buffers := frames[1], frames[2:6], frames[6:]
	if len(c.key) > 0 {
		var got [sha256.Size]byte
		if len(signature) != hex.EncodedLen(len(got)) {
			return nil, ErrSignature
		}
		if _, err := hex.Decode(got[:], signature); err != nil {
			return nil, ErrSignature
		}
		if !hmac.Equal(got[:], c.mac(parts)) {
			return nil, ErrSignature
		}
		if !c.fresh(got) {
			return nil, ErrReplay
		}
	}
	m := &Message{Raw: parts[0], Parent: parts[1], Content: parts[3], Buffers: buffers, Route: route}
	// A wrong type in a field that nobody needs does not spoil the message.
	err := json.Unmarshal(parts[0], &m.Header)
	var wrongType *json.UnmarshalTypeError
	if err != nil && !errors.As(err, &wrongType) {
		return nil, fmt.Errorf("header: %w", err)
	}
	if m.Header.ID == "" || m.Header.Type == "" {
		return nil, errors.New("header without msg_id or msg_type")
	}
	return m, nil
}

// fresh remembers a signature; it is false if the signature was there already.
func (c *Codec) fresh(sig [sha256.Size]byte) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.seen[sig]; ok {
		return false
	}
	if len(c.order) < maxSeen {
		c.order = append(c.order, sig)
	} else {
		delete(c.seen, c.order[c.next])
		c.order[c.next] = sig
		c.next = (c.next + 1) % maxSeen
	}
	c.seen[sig] = struct{}{}
	return true
}

type outHeader struct {
	Header
	Username string `json:"username"`
	Date     string `json:"date"`
	Version  string `json:"version"`
}

// Encode makes the frames of a message. topic stands in front if it is not nil; parent is the raw
// header of the message that this one answers, nil for none.
func (c *Codec) Encode(topic []byte, msgType string, parent json.RawMessage, content any) ([][]byte, error) {
	body, err := json.Marshal(content)
	if err != nil {
		return nil, fmt.Errorf("content of %s: %w", msgType, err)
	}
	header, err := json.Marshal(outHeader{
		Header:   Header{ID: fmt.Sprintf("%s_%d", c.session, c.count.Add(1)), Session: c.session, Type: msgType},
		Username: "raido",
		Date:     time.Now().UTC().Format("2006-01-02T15:04:05.000000Z"),
		Version:  Protocol,
	})
	if err != nil {
		return nil, err
	}
	empty := []byte("{}")
	if parent == nil {
		parent = empty
	}
	var frames [][]byte
	if topic != nil {
		frames = append(frames, topic)
	}
	parts := [][]byte{header, parent, empty, body}
	signature := []byte{}
	if len(c.key) > 0 {
		signature = []byte(hex.EncodeToString(c.mac(parts)))
	}
	return append(append(frames, delimiter, signature), parts...), nil
}
