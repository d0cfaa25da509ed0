// Command pack writes the modules of this SDK into one archive, laid out as a module proxy. Unpacked,
// GOPROXY=file:///folder serves them to machines without network access.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

const module = "github.com/bunting-flags/bunting/sdks/go"

// modules are the published modules, and their folders relative to this one.
var modules = [][2]string{{module, ".."}, {module + "/openfeature", "../openfeature"}}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("say where it goes: go run . <folder>")
	}
	version, err := readVersion("../version.go")
	if err != nil {
		return err
	}
	archive, err := os.Create(filepath.Join(args[0], "bunting-sdk-go-"+strings.TrimPrefix(version, "v")+".tar.gz"))
	if err != nil {
		return err
	}
	packed := gzip.NewWriter(archive)
	proxy := tar.NewWriter(packed)
	for _, each := range modules {
		if err := addModule(proxy, each[0], version, each[1]); err != nil {
			return err
		}
	}
	return errors.Join(proxy.Close(), packed.Close(), archive.Close())
}

var versionText = regexp.MustCompile(`const Version = "(.+)"`)

func readVersion(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	found := versionText.FindSubmatch(text)
	if found == nil {
		return "", fmt.Errorf("%s has no version", file)
	}
	return "v" + string(found[1]), nil
}

// addModule adds the files that a proxy serves for one version of a module.
func addModule(proxy *tar.Writer, name, version, folder string) error {
	at := path.Join(name, "@v")
	mod, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		return err
	}
	sources, err := zipSources(name+"@"+version, folder)
	if err != nil {
		return err
	}
	return errors.Join(
		addFile(proxy, path.Join(at, "list"), []byte(version+"\n")),
		addFile(proxy, path.Join(at, version+".info"), fmt.Appendf(nil, `{"Version":%q}`, version)),
		addFile(proxy, path.Join(at, version+".mod"), mod),
		addFile(proxy, path.Join(at, version+".zip"), sources),
	)
}

func addFile(proxy *tar.Writer, name string, content []byte) error {
	if err := proxy.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(content))}); err != nil {
		return err
	}
	_, err := proxy.Write(content)
	return err
}

// zipSources returns the zip of a module as Go requires it: every file under name@version, with the repository's licence,
// and without nested modules and build output.
func zipSources(prefix, folder string) ([]byte, error) {
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	license, err := os.ReadFile("../../../LICENSE")
	if err != nil {
		return nil, err
	}
	if err := add(archive, prefix+"/LICENSE", license); err != nil {
		return nil, err
	}
	walk := func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if file != folder && (entry.Name() == "dist" || isThere(filepath.Join(file, "go.mod"))) {
				return filepath.SkipDir
			}
			return nil
		}
		if strings.HasPrefix(entry.Name(), ".") || strings.HasPrefix(entry.Name(), "go.work") {
			return nil
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(folder, file)
		if err != nil {
			return err
		}
		return add(archive, prefix+"/"+filepath.ToSlash(inside), content)
	}
	if err := filepath.WalkDir(folder, walk); err != nil {
		return nil, err
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

func isThere(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

func add(archive *zip.Writer, name string, content []byte) error {
	writer, err := archive.Create(name)
	if err != nil {
		return err
	}
	_, err = writer.Write(content)
	return err
}
