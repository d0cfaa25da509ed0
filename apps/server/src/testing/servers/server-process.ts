import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { conditionLimitMs } from '../limits.ts'

export type Settings = Record<string, string>

type Exit = { code: number | null; signal: NodeJS.Signals | null }

/** A started server process, which may or may not become ready. */
export type Launched = {
  pid: number
  /** The output so far. */
  stdout(): string
  stderr(): string
  exited: Promise<Exit>
  signal(signal: NodeJS.Signals): void
  /** Stops reading its output. */
  hangUp(): void
  /** Kills it without warning, like a crash. */
  kill9(): Promise<Exit>
}

/** A server process that is ready. */
export type ServerProcess = Launched & {
  managementUrl: string
  deliveryUrl: string
  /** Printed only on the first start. */
  firstKey: string | undefined
  /** Printed on each start without an identity provider. */
  signInLink: string | undefined
  stop(signal?: NodeJS.Signals): Promise<Exit>
  [Symbol.asyncDispose](): Promise<void>
}

const pollMs = 5
/** The built program, as people install it. */
export const installed = fileURLToPath(new URL('../../../../../node_modules/.bunting-program/dist/', import.meta.url))

/** Ends the server when its standard input ends, which happens when this process ends in any way. */
const endWithUs = `data:text/javascript,
  process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGKILL')).unref()`

type Launch = {
  /** The limit of open files. */
  openFiles?: number
  /** The command of another build, which ends in `serve`. */
  program?: readonly string[]
}

/** The command of a build, by its main file. */
export const programAt = (main: string, ...options: string[]): readonly string[] => [
  process.execPath,
  '--import',
  endWithUs,
  ...options,
  main,
  'serve',
]
const usualProgram = programAt(join(installed, 'main.js'))

/** Free ports, and no rate limit, since a single caller sends the requests of many. */
export const usual: Settings = {
  BUNTING_MANAGEMENT_PORT: '0',
  BUNTING_DELIVERY_PORT: '0',
  BUNTING_RATE_LIMIT_MANAGEMENT: 'off',
}

/** The environment of a server: the settings of the test, and only those of our variables that any program needs. */
const environment = (settings: Settings): Settings => {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
  return { PATH, HOME, TMPDIR, ...usual, ...settings }
}

/** Runs a command with a limit of open files, through a shell that lowers the limit and then becomes the server. */
const withFiles = (openFiles: number): string[] => ['sh', '-c', 'ulimit -n "$0" && exec "$@"', String(openFiles)]

/** Starts the built server in its own process, which ends with this one. */
export const launchServer = (settings: Settings, { openFiles, program = usualProgram }: Launch = {}): Launched => {
  const [command = '', ...args] = openFiles === undefined ? program : [...withFiles(openFiles), ...program]
  const child = spawn(command, args, { env: environment(settings) })
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text
    })
  }
  const exited = once(child, 'close').then(([code, signal]): Exit => ({ code, signal }))
  return {
    pid: child.pid as number,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    exited,
    signal: (signal) => child.kill(signal),
    hangUp: () => {
      child.stdout.destroy()
      child.stderr.destroy()
    },
    kill9: () => {
      child.kill('SIGKILL')
      return exited
    },
  }
}

/** Resolves to true when the server has printed its addresses, and to false if it ended instead. */
export const comesUp = async (launched: Launched): Promise<boolean> => {
  let over = false
  launched.exited.then(() => {
    over = true
  })
  while (!over && !launched.stdout().includes('Ctrl-C')) await setTimeout(pollMs)
  return !over
}

/** Resolves when the server has printed its addresses, and answers there. */
export const startServer = async (
  settings: Settings,
  { probe = '/readyz', ...launch }: Launch & { probe?: string } = {},
): Promise<ServerProcess> => {
  const launched = launchServer(settings, launch)
  if (!(await comesUp(launched))) throw new Error(`It did not start:\n${launched.stdout()}${launched.stderr()}`)
  const find = (pattern: RegExp): string | undefined => pattern.exec(launched.stdout())?.[1]
  const managementUrl = find(/Management API +(\S+)/) ?? ''
  const deliveryUrl = find(/Delivery API +(\S+)/) ?? ''
  for (const url of [managementUrl, deliveryUrl]) if (url !== '') await answers(`${url}${probe}`)
  const stop = (signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> => {
    launched.signal(signal)
    return launched.exited
  }
  return {
    ...launched,
    managementUrl,
    deliveryUrl,
    firstKey: find(/^ +(sk_\S+)$/m),
    signInLink: find(/^ +(\S+\/api\/auth\/local\?token=\S+)$/m),
    stop,
    [Symbol.asyncDispose]: async () => {
      await launched.kill9()
    },
  }
}

/** Resolves when the address answers with success. On a busy machine a probe may time out a few times first. */
const answers = async (url: string): Promise<void> => {
  const endMs = performance.now() + conditionLimitMs
  for (;;) {
    const response = await fetch(url)
    if (response.ok) return
    const said = await response.text()
    if (performance.now() > endMs) throw new Error(`${url} answered ${response.status}: ${said}`)
    await setTimeout(pollMs)
  }
}
