import { spawn } from 'node:child_process'
import { isatty } from 'node:tty'
import { collectOutput } from './collect-output.mjs'
import { Failure } from './fail.mjs'
import { root } from './root.mjs'

/**
 * Runs a program on this process's terminal until it ends, and forwards signals to it. With `keep` its output is not shown,
 * but returned.
 */
export async function run(command, args, { env = process.env, cwd = root, keep = false } = {}) {
  const child = spawn(command, args, { cwd, stdio: keep ? ['inherit', 'pipe', 'pipe'] : 'inherit', env })
  const kept = keep ? collectOutput(child) : { output: '' }
  const received = new Set()
  const onSignal = (signal) => {
    // A terminal sends Ctrl-C to the child as well, and npm repeats the signals it gets: the child should see each once.
    const seen = received.has(signal) || (signal === 'SIGINT' && isatty(0))
    received.add(signal)
    if (!seen) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal)

  const { code, signal } = await new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Failure(`${command} cannot be run: ${error.message}`)))
    child.on('exit', (code, signal) => resolve({ code, signal }))
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, onSignal)
  return { code, signal, received: [...received], output: (await kept).output }
}
