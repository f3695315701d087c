package main

// checkCmd is raido check.
type checkCmd struct {
	File string `arg:"" help:"The program."`
}

// Run implements kong's command.
func (c *checkCmd) Run(e *env) error {
	_, err := e.load(c.File)
	return err
}
