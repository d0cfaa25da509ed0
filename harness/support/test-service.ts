import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Language, languages } from '../../scripts/sdks/languages.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** An SDK that is driven from here, in a process of its own. */
export type TestService = {
  url: string
  pid: number
  /** Resolves with the process's code. */
  exited: Promise<number | null>
  stop(): Promise<void>
}

/** Starts a language's test service, and comes back when that has said where it is. */
export const startTestService = async (
  { name, testService: [command = '', ...args], cwd = '.' }: Language,
  environment: Record<string, string> = {},
): Promise<TestService> => {
  const child = spawn(command, args, {
    cwd: `${root}/${cwd}`,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'close').then(([code]): number | null => code)
  const lines = createInterface(child.stdout)
  const first = await Promise.race([once(lines, 'line').then(([line]) => String(line)), exited])
  if (typeof first !== 'string')
    throw new Error(`The test service of ${name} ended with ${first} before it said where it is.`)
  return {
    url: first.trim(),
    pid: child.pid ?? 0,
    exited,
    stop: async () => {
      child.stdin.end()
      await exited
    },
  }
}

/** A process of a scenario's own, in whose environment proxies are found. */
export const startOwn = (language: string, environment: Record<string, string> = {}): Promise<TestService> => {
  const found = languages.find(({ name }) => name === language)
  if (!found) throw new Error(`no language ${language}`)
  return startTestService(found, { ...found.environment, ...environment })
}
