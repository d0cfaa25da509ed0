import { spawnSync } from 'node:child_process'
import { Failure } from '../fail.mjs'

/** Runs a program and returns its output. If it fails, throws a failure with its output. */
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

/** Runs a program that has to fail, and returns its output. */
export function refusal(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status === 0) throw new Failure(`${[command, ...args].join(' ')} should have been refused.`)
  return `${stdout}${stderr}`
}

export function check(holds, message) {
  if (!holds) throw new Failure(message)
}
