import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, rmSync } from 'node:fs'
import { logFile, type Program } from './program.ts'

// Runs beside the tests as its own process, and launches the program on each message. When the tests end in any way, even by
// kill -9, the channel closes: then the program is ended and its folder removed.
const { command, args, folder, user, endSignal }: Program = JSON.parse(process.argv[2] ?? '')
const log = openSync(logFile(folder), 'a')
let running: ChildProcess | undefined

process.on('message', () => {
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', log, log], ...user })
  child.on('error', (error) => tell({ problem: error.message }))
  child.on('spawn', () => {
    running = child
    tell({ pid: child.pid })
  })
  child.on('exit', () => {
    running = undefined
    tell({ problem: 'ended' })
  })
})

process.on('disconnect', async () => {
  if (running) {
    const exit = once(running, 'exit')
    running.kill(endSignal)
    running.kill('SIGCONT')
    await exit
  }
  rmSync(folder, { recursive: true, force: true })
})

function tell(message: object) {
  if (process.connected) process.send?.(message)
}
