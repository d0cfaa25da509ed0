package bunting

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// FileCache keeps the last bundle in a file, which the SDKs of all languages share. Who reads it never sees half a bundle: it
// is written aside and renamed. Rules are in it, so it is readable for its owner alone.
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
	folder := filepath.Dir(string(c))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	// Several processes may share the file: each writes its own beside it, readable for its owner alone.
	aside, err := os.CreateTemp(folder, filepath.Base(string(c))+".*")
	if err != nil {
		return err
	}
	_, err = aside.Write(bundle)
	if closed := aside.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(aside.Name(), string(c))
	}
	if err != nil {
		_ = os.Remove(aside.Name())
	}
	return err
}
