import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { openSupervisor } from './open-supervisor.ts'
import { listFamily, signalAll, waitUntilGone } from './process-family.ts'
import { logFile, type Program } from './program.ts'

const LOOK_MS = 20

/** A real server for tests, with its own port and folder. It ends with the process that started it. */
export type Service = {
  url: string
  port: number
  /** The id of the current process. */
  readonly pid: number
  /** Kills it without warning, like a crash. */
  kill(): Promise<void>
  /** Starts it after `kill`, with the same port and folder. */
  restart(): Promise<void>
  /** Suspends it, so that it neither answers nor ends, until `resume`. */
  pause(): void
  resume(): void
  /** Stops it permanently. */
  stop(): Promise<void>
}

type Definition = { program: Program; port: number; url: string; isReady(): Promise<boolean> }

export async function startService({ program, port, url, isReady }: Definition): Promise<Service> {
  const supervisor = openSupervisor(program)

  async function launch() {
    const run = await supervisor.launch()
    while (!(await isReady())) {
      if (run.hasEnded()) throw new Error(`${program.command} ended:\n${readFileSync(logFile(program.folder), 'utf8')}`)
      await setTimeout(LOOK_MS)
    }
    return run
  }

  let run = await launch().catch(async (error) => {
    await supervisor.close()
    throw error
  })

  return {
    url,
    port,
    get pid() {
      return run.pid
    },
    async kill() {
      const family = listFamily(run.pid)
      process.kill(run.pid, 'SIGKILL')
      await run.ended
      await waitUntilGone(family)
    },
    async restart() {
      run = await launch()
    },
    pause: () => signalAll(listFamily(run.pid), 'SIGSTOP'),
    resume: () => signalAll(listFamily(run.pid), 'SIGCONT'),
    async stop() {
      // A PostgreSQL that ends waits for its children, including suspended ones.
      signalAll(listFamily(run.pid), 'SIGCONT')
      await supervisor.close()
    },
  }
}
