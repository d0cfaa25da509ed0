import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { restore } from '../../../server/src/restore.ts'
import { atEnd } from '../../../server/src/testing/at-end.ts'
import { type Host, run } from '../../src/run.ts'

export const binary = fileURLToPath(
  new URL('../../../../node_modules/.bunting-program/bin/bunting.mjs', import.meta.url),
)

export type Variables = Record<string, string>
export type Ended = { code: number | null; stdout: string; stderr: string }
type Options = { variables?: Variables; input?: string }

/** Only the variables that any program needs, and a new home directory. */
export const usualVariables = (home = makeHome()): Variables => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  XDG_CONFIG_HOME: join(home, 'config'),
})

export const makeHome = (): string => {
  const home = mkdtempSync(join(tmpdir(), 'bunting-cli-'))
  atEnd(() => rmSync(home, { recursive: true, force: true }))
  return home
}

/** Runs a command line in this process, since most tests are not about starting one. */
export const runBunting = async (args: readonly string[], options: Options = {}): Promise<Ended> => {
  const { variables = {}, input = '' } = options
  const said = { stdout: '', stderr: '' }
  const collect = (stream: keyof typeof said) =>
    new Writable({
      decodeStrings: false,
      write: (text: string, _encoding, done) => {
        said[stream] += text
        done()
      },
    })
  const streams = { stdin: Readable.from([Buffer.from(input)]), stdout: collect('stdout'), stderr: collect('stderr') }
  const serve = () => Promise.reject(new Error('a server needs a process of its own: spawnBunting'))
  const host = {
    streams: streams as unknown as Host['streams'],
    variables: { ...usualVariables(), ...variables },
    serve,
    restore: (file: string, settings: Variables) => restore(file, { ...variables, ...settings }),
  }
  const code = await run(args, host)
  return { code, ...said }
}

/** Runs the program as people install it, in a separate process. */
export const spawnBunting = async (args: readonly string[], variables: Variables = {}): Promise<Ended> => {
  const child = spawn(process.execPath, [binary, ...args], { env: { ...usualVariables(), ...variables } })
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text
    })
  }
  const [code] = await once(child, 'close')
  return { code, ...said }
}
