import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Language, languages } from '../../scripts/sdks/languages.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** An SDK in a process of its own, driven over HTTP. */
export type TestService = {
  url: string
  pid: number
  /** Resolves to the exit code of the process. */
  exited: Promise<number | null>
  stop(): Promise<void>
}

/** Starts the test service of a language, and resolves when it has printed its URL. */
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

/** Starts a test service for a single scenario, with the variables that let the SDK find proxies. */
export const startOwn = (language: string, environment: Record<string, string> = {}): Promise<TestService> => {
  const found = languages.find(({ name }) => name === language)
  if (!found) throw new Error(`no language ${language}`)
  return startTestService(found, { ...found.environment, ...environment })
}
