import { spawnSync } from 'node:child_process'
import { Failure } from '../fail.mjs'

/** Runs a program to its end and answers with what it printed. One that fails is a failure with its words. */
export function sh(command, args, { cwd, env, shown = false } = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env: env ?? process.env,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['ignore', shown ? 'inherit' : 'pipe', shown ? 'inherit' : 'pipe'],
  })
  if (error) throw new Failure(`${command} cannot be run: ${error.message}`)
  if (status === 0) return stdout ?? ''
  throw new Failure(`${[command, ...args].join(' ')} ended with ${status}:\n${stdout ?? ''}${stderr ?? ''}`)
}

/** What a program says that has to refuse. */
export function refusal(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status === 0) throw new Failure(`${[command, ...args].join(' ')} should have been refused.`)
  return `${stdout}${stderr}`
}

export function check(holds, message) {
  if (!holds) throw new Failure(message)
}
