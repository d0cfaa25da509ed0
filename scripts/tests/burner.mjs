import { Worker } from 'node:worker_threads'

// A thread burns; the main thread stays free to end with the parent, whose end of the pipe closes even where it is killed.
new Worker('for (;;);', { eval: true })
process.stdin.on('end', () => process.exit()).resume()
