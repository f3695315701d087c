package main

import (
	"archive/tar"
	"archive/zip"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// entry is a file of an archive.
type entry struct {
	name string
	data []byte
	runs bool // it is a program
}

func (e entry) mode() fs.FileMode {
	if e.runs {
		return 0o755
	}
	return 0o644
}

func extension(t target) string {
	if t.system == "windows" {
		return ".zip"
	}
	return ".tar.gz"
}

// archive writes the files in the order of their names, all of the commit's time and of nobody.
func (r release) archive(path string, t target, files []entry) error {
	slices.SortFunc(files, func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	for i := range files {
		files[i].name = r.name(t) + "/" + files[i].name
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if extension(t) == ".zip" {
		err = r.zip(f, files)
	} else {
		err = r.tar(f, files)
	}
	return errors.Join(err, f.Close())
}

func (r release) tar(w io.Writer, files []entry) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(packed)
	for _, e := range files {
		err := archive.WriteHeader(&tar.Header{Format: tar.FormatUSTAR, Typeflag: tar.TypeReg, Name: e.name, Size: int64(len(e.data)), Mode: int64(e.mode()), ModTime: r.time})
		if err != nil {
			return err
		}
		if _, err := archive.Write(e.data); err != nil {
			return err
		}
	}
	return errors.Join(archive.Close(), packed.Close())
}

func (r release) zip(w io.Writer, files []entry) error {
	archive := zip.NewWriter(w)
	for _, e := range files {
		header := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: r.time}
		header.SetMode(e.mode())
		part, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := part.Write(e.data); err != nil {
			return err
		}
	}
	return archive.Close()
}

// sums writes the checksums of files as sha256sum does, which checks them with -c.
func sums(path string, files []string) error {
	var out strings.Builder
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		fmt.Fprintf(&out, "%x  %s\n", sha256.Sum256(data), filepath.Base(f))
	}
	return os.WriteFile(path, []byte(out.String()), 0o644)
}
