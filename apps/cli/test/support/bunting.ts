import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

export const binary = fileURLToPath(new URL('../../bin/bunting.mjs', import.meta.url))

export type Variables = Record<string, string>
export type Ended = { code: number | null; stdout: string; stderr: string }
type Options = { variables?: Variables; input?: string; folder?: string }

/** Of our own environment only what any program needs, and a home where nobody has been. */
export const usualVariables = (home = makeHome()): Variables => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  XDG_CONFIG_HOME: join(home, 'config'),
})

const homes: string[] = []
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true })
})

export const makeHome = (): string => {
  const home = mkdtempSync(join(tmpdir(), 'bunting-cli-'))
  homes.push(home)
  return home
}

/** The real program, from its start to its end. */
export const runBunting = async (args: readonly string[], options: Options = {}): Promise<Ended> => {
  const { variables = {}, input = '', folder } = options
  const child = spawn(process.execPath, [binary, ...args], {
    env: { ...usualVariables(), ...variables },
    ...(folder === undefined ? {} : { cwd: folder }),
  })
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text
    })
  }
  // It may end without having read what it is given.
  child.stdin.on('error', () => undefined).end(input)
  const [code] = await once(child, 'close')
  return { code, ...said }
}
