// Loaded into npm before its own code. When the parent is killed its end of the pipe closes, and npm ends too: otherwise it
// would write into the same node_modules as the next install.
process.stdin.on('end', () => process.exit(1)).resume()
process.stdin.unref()
