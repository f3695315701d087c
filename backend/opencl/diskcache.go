package opencl

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"os"
	"path/filepath"
	"sort"
	"time"

	"raido/backend/cl"
	"raido/backend/gen"
	"raido/lang/file"
	"raido/lang/limits"
)

// diskCache keeps the binaries of OpenCL programs. A file is named by a hash of everything that the binary
// depends on, and begins with a hash of the rest, which begins with the first hash once more: so a damaged one is noticed, and one that
// was made of another program. Every error means "not there".
type diskCache struct {
	dir    string
	device string
	limit  int64
}

const diskMagic = "raido-cl2\n"

// diskLimit bounds the bytes of all binaries.
const diskLimit = 256 << 20

func openDiskCache(dev *cl.Device) *diskCache {
	dir, ok := cl.CacheDir("opencl")
	if !ok {
		return nil
	}
	how := ""
	if limits.Now.Plain {
		how = "plain\n"
	}
	return &diskCache{dir: dir, device: how + dev.Platform + "\n" + dev.Name + "\n" + dev.Driver + "\n" + dev.Version + rounding(dev), limit: diskLimit}
}

// key is the hash of all that a binary depends on.
func (c *diskCache) key(source string) [sha256.Size]byte {
	return sha256.Sum256([]byte(source + "\x00" + gen.Options + "\x00" + c.device + "\x00" + gen.Version))
}

func (c *diskCache) path(source string) string {
	key := c.key(source)
	return filepath.Join(c.dir, hex.EncodeToString(key[:])+".bin")
}

// load gives the binary for a source and how many kernels it holds compiled, or nil.
func (c *diskCache) load(source string) (bin []byte, kernels int) {
	if c == nil {
		return nil, 0
	}
	path := c.path(source)
	data, err := file.Read(path, diskLimit)
	head := len(diskMagic) + sha256.Size
	if err != nil || len(data) < head+sha256.Size+4 || string(data[:len(diskMagic)]) != diskMagic {
		return nil, 0
	}
	sum, key := sha256.Sum256(data[head:]), c.key(source)
	if !bytes.Equal(sum[:], data[len(diskMagic):head]) || !bytes.HasPrefix(data[head:], key[:]) {
		os.Remove(path)
		return nil, 0
	}
	now := time.Now()
	os.Chtimes(path, now, now) // the oldest are removed first; if it fails, this one is a little older
	head += len(key)
	return data[head+4:], int(binary.LittleEndian.Uint32(data[head:]))
}

// store writes a file beside and renames it, so that readers see all of it or nothing.
func (c *diskCache) store(source string, bin []byte, kernels int) {
	if c == nil {
		return
	}
	key := c.key(source)
	body := append(binary.LittleEndian.AppendUint32(key[:], uint32(kernels)), bin...)
	sum := sha256.Sum256(body)
	f, err := os.CreateTemp(c.dir, ".new-*")
	if err != nil {
		return
	}
	_, err = f.Write(append(append([]byte(diskMagic), sum[:]...), body...))
	if e := f.Close(); err != nil || e != nil || os.Rename(f.Name(), c.path(source)) != nil {
		os.Remove(f.Name())
	}
}

func (c *diskCache) forget(source string) {
	if c != nil {
		os.Remove(c.path(source))
	}
}

// trim removes the files used longest ago until the rest fits.
func (c *diskCache) trim() {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return
	}
	var files []os.FileInfo
	total := int64(0)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			files = append(files, info)
			total += info.Size()
		}
	}
	sort.Slice(files, func(i, j int) bool { return files[i].ModTime().Before(files[j].ModTime()) })
	for _, f := range files {
		if total <= c.limit {
			return
		}
		if os.Remove(filepath.Join(c.dir, f.Name())) == nil {
			total -= f.Size()
		}
	}
}
