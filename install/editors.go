package install

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// editors is the tokenizer of Futhark for editors, and what takes it into them: kernel.js for the classic Notebook,
// which loads it with the kernelspec, and a prebuilt extension for JupyterLab and Notebook 7.
//
//go:embed labextension
var editors embed.FS

const extensionName = "raido-futhark"

// editorFile is a file of the folder labextension; where it says so, the tokenizer stands in it.
func editorFile(name string) ([]byte, error) {
	text, err := editors.ReadFile("labextension/" + name)
	if err != nil {
		return nil, err
	}
	tokenizer, err := editors.ReadFile("labextension/futhark.js")
	if err != nil {
		return nil, err
	}
	script := strings.Replace(string(tokenizer), "export const futhark", "const futhark", 1)
	return []byte(strings.Replace(string(text), "// @futhark\n", script, 1)), nil
}

// writeEditors writes kernel.js into a kernelspec's folder and the extension beside the folder of kernelspecs.
func writeEditors(dir string) error {
	lab := extensionFolder(filepath.Dir(filepath.Dir(dir)))
	if err := os.MkdirAll(filepath.Join(lab, "static"), 0o755); err != nil {
		return fmt.Errorf("install: %w", err)
	}
	for from, to := range map[string]string{
		"kernel.js.in":      filepath.Join(dir, "kernel.js"),
		"remoteEntry.js.in": filepath.Join(lab, "static", "remoteEntry.js"),
		"package.json":      filepath.Join(lab, "package.json"),
	} {
		text, err := editorFile(from)
		if err != nil {
			return err
		}
		if err := replaceFile(to, text); err != nil {
			return err
		}
	}
	return nil
}

// extensionFolder is the folder of the extension in a data folder of Jupyter.
func extensionFolder(data string) string { return filepath.Join(data, "labextensions", extensionName) }

// removeExtension removes the extension from a data folder in which no kernelspec of Raido is left.
func removeExtension(data string) error {
	dirs, err := filepath.Glob(filepath.Join(data, "kernels", "*"))
	if err != nil {
		return err
	}
	for _, dir := range dirs {
		if ours(dir) == nil {
			return nil
		}
	}
	lab := extensionFolder(data)
	if err := os.RemoveAll(lab); err != nil {
		return err
	}
	os.Remove(filepath.Dir(lab)) // works if nothing else is in it
	return nil
}
