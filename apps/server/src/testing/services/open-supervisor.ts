import { fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Program } from './program.ts'

type Message = { pid: number } | { problem: string }

/** One run of a supervised program. */
export type Run = { pid: number; ended: Promise<unknown>; hasEnded(): boolean }

export function openSupervisor(program: Program) {
  const supervisor = fork(fileURLToPath(new URL('./supervisor.ts', import.meta.url)), [JSON.stringify(program)], {
    // Ctrl-C in a terminal must not reach it before the tests have ended.
    detached: true,
    execArgv: [],
    // There are many supervisors, and stripping types is most of the cost of starting one.
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exit = once(supervisor, 'exit')

  async function launch(): Promise<Run> {
    supervisor.send('launch')
    const [message]: Message[] = await once(supervisor, 'message')
    if (message === undefined || 'problem' in message) throw new Error(`${program.command}: ${message?.problem}`)
    let over = false
    const ended = once(supervisor, 'message').then(() => {
      over = true
    })
    return { pid: message.pid, ended, hasEnded: () => over }
  }

  /** Ends the program and removes its folder. */
  async function close() {
    if (supervisor.connected) supervisor.disconnect()
    await exit
  }

  return { launch, close }
}
