import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { programAt } from '../../../../apps/server/src/testing/servers/server-process.ts'
import { type Block, blocksOf, isRun, root } from './page.ts'
import { expectShown } from './shows.ts'
import { withAddresses } from './with-addresses.ts'

export type Surroundings = {
  managementUrl: string
  deliveryUrl: string
  key: string
  env?: Record<string, string>
  /** Registers cleanup at the end of the page's own test, since pages run concurrently. */
  atEnd: (end: () => void) => void
}

/**
 * Runs all commands of a page in order, in one shell and one folder. Output that the page shows after a command has to
 * match what was printed; all output is returned. A `ts` block with a file name is written to that file; an `sh` block
 * with `exit=1` has to fail; one with `background` is a server, which is up before the next command.
 */
export const runPage = async (page: string, { managementUrl, deliveryUrl, key, env = {}, atEnd }: Surroundings) => {
  const folder = makeFolder(atEnd)
  const here = (text: string) => withAddresses(text, { managementUrl, deliveryUrl }).replaceAll('=sk_…', `=${key}`)
  const blocks = blocksOf(page).map((block) => ({ ...block, code: here(block.code) }))
  for (const { language, info, code } of blocks) {
    if (language === 'ts' && info !== '') writeFileSync(join(folder, info), code)
  }
  const outputOf = (at: number) => join(folder, `.printed-${at}`)
  const steps = blocks.flatMap((block, at) => (isRun(block) ? [step(block, outputOf(at))] : []))
  writeFileSync(join(folder, '.commands'), ['set -e', ...steps, ''].join('\n'))

  const { PATH = '' } = process.env
  const child = spawn('bash', ['.commands'], {
    cwd: folder,
    // A separate process group, so that servers that a page started are killed with it.
    detached: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: {
      PATH: `${makeProgram(folder)}:${PATH}`,
      HOME: folder,
      BUNTING_URL: managementUrl,
      BUNTING_DELIVERY_URL: deliveryUrl,
      BUNTING_KEY: key,
      ...env,
    },
  })
  const endAll = () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL')
    } catch {
      // All processes are gone already.
    }
  }
  atEnd(endAll)
  const [code] = await once(child, 'exit')

  const printed = (at: number) => (existsSync(outputOf(at)) ? readFileSync(outputOf(at), 'utf8') : '')
  const last = blocks.findLastIndex((block, at) => isRun(block) && existsSync(outputOf(at)))
  expect(code, `${page} stopped at:\n${blocks[last]?.code}${printed(last)}`).toBe(0)
  blocks.forEach((block, at) => {
    const before = blocks[at - 1]
    if (before && isRun(before) && ['json', 'text'].includes(block.language)) expectShown(printed(at - 1), block)
  })
  return blocks.map((_, at) => printed(at)).join('\n')
}

const step = ({ info, code }: Block, output: string): string => {
  const [, refused] = /exit=(\d+)/.exec(info) ?? []
  if (refused) return `status=0; (\n${code}\n) > ${output} 2>&1 || status=$?; [ $status = ${refused} ]`
  if (info === 'background') {
    return `(\n${code}\n) > ${output} 2>&1 <&0 &\nuntil grep -qs Ctrl-C ${output}; do kill -0 $!; sleep 0.05; done`
  }
  return `{\n${code}\n} > ${output} 2>&1`
}

/** A folder inside the repository, so that an application finds the SDKs. */
const makeFolder = (atEnd: Surroundings['atEnd']): string => {
  const parent = join(root, 'examples', 'test', 'dist')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'page-'))
  // A server that was just killed may have written there a moment ago.
  atEnd(() => rmSync(folder, { recursive: true, maxRetries: 10 }))
  return folder
}

/** A folder with `bunting` as people install it. Its servers end with the tests, however those end. */
const makeProgram = (folder: string): string => {
  const bin = join(folder, '.bin')
  const main = join(root, 'node_modules', '.bunting-program', 'dist', 'main.js')
  const quoted = programAt(main)
    .slice(0, -2)
    .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
  mkdirSync(bin)
  const lines = ['#!/bin/sh', `[ "$1" = serve ] && exec ${quoted.join(' ')} '${main}' "$@"`, `exec node '${main}' "$@"`]
  writeFileSync(join(bin, 'bunting'), `${lines.join('\n')}\n`, { mode: 0o755 })
  return bin
}
