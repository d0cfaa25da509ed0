@rem What `exec` is to other shells: npm scripts begin with it, so that signals reach the program and not the shell.
@%*
