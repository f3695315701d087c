package wire

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"slices"
)

// Flags of a ZMTP frame [ZMTP 3.0, traffic].
const (
	flagMore    = 1
	flagLong    = 2
	flagCommand = 4
)

// Limits of what one peer may send in one message.
const (
	MaxMessage = 64 << 20  // bytes
	MaxSettled = 512 << 20 // the same, of a peer that has signed a message before
	maxFrames  = 1024
	growStep   = 64 << 10 // bytes that are allocated on the word of a frame header alone
)

var (
	errTooLong = errors.New("message beyond the size limit")
	errEvicted = errors.New("others need the room")
)

// readFrame reads a frame of at most limit bytes. Memory grows with the bytes that arrive, not with the
// length that the header claims.
func readFrame(r *bufio.Reader, limit int, takes func(n int) bool) (flags byte, body []byte, err error) {
	if flags, err = r.ReadByte(); err != nil {
		return 0, nil, err
	}
	var size uint64
	if flags&flagLong != 0 {
		var b [8]byte
		if _, err := io.ReadFull(r, b[:]); err != nil {
			return 0, nil, err
		}
		size = binary.BigEndian.Uint64(b[:])
	} else {
		b, err := r.ReadByte()
		if err != nil {
			return 0, nil, err
		}
		size = uint64(b)
	}
	if size > uint64(limit) {
		return 0, nil, errTooLong
	}
	for n := int(size); len(body) < n; {
		step := min(n-len(body), max(growStep, len(body)))
		if !takes(step) {
			return 0, nil, errEvicted
		}
		old := len(body)
		body = slices.Grow(body, step)[:old+step]
		if _, err := io.ReadFull(r, body[old:]); err != nil {
			return 0, nil, err
		}
	}
	return flags, body, nil
}

// readMessage reads the frames of a message of at most left bytes, or one command. takes is asked before memory is.
func readMessage(r *bufio.Reader, left int, takes func(n int) bool) (frames [][]byte, command bool, err error) {
	for {
		flags, body, err := readFrame(r, left, takes)
		if err != nil {
			return nil, false, err
		}
		if flags&flagCommand != 0 {
			return [][]byte{body}, true, nil
		}
		frames = append(frames, body)
		left -= len(body)
		if flags&flagMore == 0 {
			return frames, false, nil
		}
		if len(frames) == maxFrames {
			return nil, false, errTooLong
		}
	}
}

// encodeMessage makes one run of bytes of a message, so that it is written whole.
func encodeMessage(frames [][]byte) []byte {
	size := 0
	for _, f := range frames {
		size += len(f) + 9
	}
	out := make([]byte, 0, size)
	for i, f := range frames {
		var flags byte
		if i < len(frames)-1 {
			flags |= flagMore
		}
		out = append(appendHeader(out, flags, len(f)), f...)
	}
	return out
}

func appendHeader(out []byte, flags byte, size int) []byte {
	if size > 255 {
		return binary.BigEndian.AppendUint64(append(out, flags|flagLong), uint64(size))
	}
	return append(out, flags, byte(size))
}
