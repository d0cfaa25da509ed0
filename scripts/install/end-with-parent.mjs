// Loaded into npm before its own code. A killed parent closes its end of the pipe: an npm that went on alone would write into
// the same node_modules as the install that follows.
process.stdin.on('end', () => process.exit(1)).resume()
process.stdin.unref()
