import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export type Settings = Record<string, string>

type Exit = { code: number | null; signal: NodeJS.Signals | null }

/** A run of the server, whether it comes up or not. */
export type Launched = {
  pid: number
  /** What it printed so far. */
  stdout(): string
  stderr(): string
  exited: Promise<Exit>
  signal(signal: NodeJS.Signals): void
  /** From now on nobody reads what it prints. */
  hangUp(): void
  /** As a crash does: without a word to it. */
  kill9(): Promise<Exit>
}

/** A server that is ready. */
export type ServerProcess = Launched & {
  managementUrl: string
  deliveryUrl: string
  /** Printed on the first start alone. */
  firstKey: string | undefined
  /** Printed at each start without a provider. */
  signInLink: string | undefined
  stop(signal?: NodeJS.Signals): Promise<Exit>
  [Symbol.asyncDispose](): Promise<void>
}

const pollMs = 5
/** What people install, built. */
export const installed = fileURLToPath(new URL('../../../../../node_modules/.bunting-program/dist/', import.meta.url))

/** Its standard input ends when this process does, in whatever way: then it ends too. */
const endWithUs = `data:text/javascript,
  process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGKILL')).unref()`

type Launch = {
  /** How many files it may have open. */
  openFiles?: number
  /** Another build of it: a command that ends in `serve`. */
  program?: readonly string[]
}

/** A build of it by the file that Node starts. */
export const programAt = (main: string, ...options: string[]): readonly string[] => [
  process.execPath,
  '--import',
  endWithUs,
  ...options,
  main,
  'serve',
]
const usualProgram = programAt(join(installed, 'main.js'))

/** Any port that is free, and no limit: one caller sends here what many would. */
export const usual: Settings = {
  BUNTING_MANAGEMENT_PORT: '0',
  BUNTING_DELIVERY_PORT: '0',
  BUNTING_RATE_LIMIT_MANAGEMENT: 'off',
}

/** Of our own environment only what any program needs: settings come from the test. */
const environment = (settings: Settings): Settings => {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
  return { PATH, HOME, TMPDIR, ...usual, ...settings }
}

/** With only so many files: a shell gives up the right to more, and becomes the server. */
const withFiles = (openFiles: number): string[] => ['sh', '-c', 'ulimit -n "$0" && exec "$@"', String(openFiles)]

/** The server as people install it, in a process of its own, which ends with this one. */
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

/** True when the server has said where it is, false when it ended instead. */
export const comesUp = async (launched: Launched): Promise<boolean> => {
  let over = false
  launched.exited.then(() => {
    over = true
  })
  while (!over && !launched.stdout().includes('Ctrl-C')) await setTimeout(pollMs)
  return !over
}

/** Comes back when the server has said where it is, and answers there. */
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

const answers = async (url: string): Promise<void> => {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
}
