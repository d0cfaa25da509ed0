import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../apps/server/src/testing/server-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** The code of a section of the README, block by block. */
const blocksOf = (section: string): { language: string; code: string }[] => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const [, text = ''] = readme.split(`## ${section}\n`)
  const blocks = (text.split('\n## ')[0] ?? '').matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)
  return [...blocks].map(([, language = '', code = '']) => ({ language, code }))
}

const makeFolder = (folder: string): string => {
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('the five minutes of the README work word for word', async () => {
  const [start, printed, commands, application, runApplication, ...rest] = blocksOf('Five minutes')
  expect(start?.code).toBe('npm start\n')
  expect(printed?.code).toContain('Bunting is up.')
  expect(rest).toEqual([])

  // What `npm start` starts, on ports that are free.
  const home = makeFolder(mkdtempSync(join(tmpdir(), 'bunting-readme-')))
  const server = await startServer({ BUNTING_DATA_DIR: join(home, 'data') })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const { managementUrl, deliveryUrl, firstKey = '' } = server
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    BUNTING_URL: managementUrl,
    BUNTING_DELIVERY_URL: deliveryUrl,
    BUNTING_KEY: firstKey,
  }
  const bash = (code: string, cwd: string) => run('bash', ['-eo', 'pipefail', '-c', code], { env, cwd })

  const { stdout } = await bash((commands?.code ?? '').replace('sk_…', firstKey), root)
  expect(stdout).toMatch(/my-first-flag +(true|false)/)

  const folder = makeFolder(join(root, 'examples', 'test', 'dist'))
  mkdirSync(folder)
  writeFileSync(join(folder, 'hello.ts'), (application?.code ?? '').replace('http://127.0.0.1:4001', deliveryUrl))
  const hello = await bash(runApplication?.code ?? '', folder)
  expect(hello.stdout).toMatch(/^on for [123]\d\d of 1000 users\n$/)
})
