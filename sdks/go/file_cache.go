package bunting

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// FileCache returns a cache that keeps the last bundle in a file, and large lists in files beside it. The SDKs of all
// languages can share them. Each file is written aside and renamed, so that readers never see half of one. They contain
// rules, so only their owner can read them.
func FileCache(path string) Cache { return fileCache(path) }

type fileCache string

func (c fileCache) Read(context.Context) ([]byte, error) {
	text, err := os.ReadFile(string(c))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

func (c fileCache) Write(_ context.Context, bundle []byte) error {
	return replaceFile(string(c), func(to io.Writer) error {
		_, err := to.Write(bundle)
		return err
	})
}

// listPath returns a path beside the bundle. Ids come from the service: one that could lead to another folder is rejected.
func (c fileCache) listPath(list string) (string, error) {
	if !listName.MatchString(list) {
		return "", errors.New("a list has an id that is none")
	}
	return string(c) + "." + list, nil
}

var listName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,100}$`)

func (c fileCache) ReadList(_ context.Context, list string) (io.ReadCloser, error) {
	path, err := c.listPath(list)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return file, nil
}

func (c fileCache) WriteList(_ context.Context, list string, write func(io.Writer) error) error {
	path, err := c.listPath(list)
	if err != nil {
		return err
	}
	return replaceFile(path, write)
}

func (c fileCache) RemoveList(_ context.Context, list string) error {
	path, err := c.listPath(list)
	if err != nil {
		return err
	}
	if err = os.Remove(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func replaceFile(path string, write func(io.Writer) error) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	// Several processes may share the file: each writes a temporary file of its own beside it, readable by its owner only.
	aside, err := os.CreateTemp(folder, filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	err = write(aside)
	if closed := aside.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(aside.Name(), path)
	}
	if err != nil {
		_ = os.Remove(aside.Name())
	}
	return err
}
