import { Worker } from 'node:worker_threads'

// A thread burns. The main thread stays free to end with the parent, whose end of the pipe closes even if it is killed.
new Worker('for (;;);', { eval: true })
process.stdin.on('end', () => process.exit()).resume()
