import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

test('cmd.exe, which knows no exec, finds one where npm runs scripts, and it runs what it is given', () => {
  const [, line] = readFileSync(join(root, 'exec.cmd'), 'utf8').split(/\r?\n/)
  expect(line).toBe('@%*')
  for (const script of Object.values(scripts)) expect(script).toMatch(/^(exec node|biome) [\w./ -]+$/)
})

/** A program that logs the signals it receives, started like the server by `npm start`. */
const startByNpm = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bunting-npm-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const at = (name: string) => join(folder, name)
  const [log, mayEnd] = [at('log'), at('may-end')]
  const start = scripts.start?.replace('scripts/', '')
  writeFileSync(at('package.json'), JSON.stringify({ scripts: { start } }))
  const run = JSON.stringify(join(root, 'scripts', 'run.mjs'))
  writeFileSync(
    at('start.mjs'),
    `import { run } from ${run}; await run(process.execPath, [${JSON.stringify(at('program.mjs'))}])`,
  )
  writeFileSync(
    at('program.mjs'),
    `import { appendFileSync, existsSync } from 'node:fs'
    const say = (words) => appendFileSync(${JSON.stringify(log)}, words + '\\n')
    const end = () => { say('ended'); process.exit() }
    const endWhenAllowed = () => setInterval(() => existsSync(${JSON.stringify(mayEnd)}) && end(), 10)
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { say(signal); endWhenAllowed() })
    // Nobody may be left to stop it.
    process.stdin.resume().on('end', () => process.exit())
    say('up')`,
  )
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = once(npm, 'exit')
  const said = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [])
  await vi.waitFor(() => expect(said()).toEqual(['up']))
  return { npm, said, ended, letEnd: () => writeFileSync(mayEnd, '') }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s to npm alone stops what it started, once, and npm waits for it',
  async (signal) => {
    const { npm, said, ended, letEnd } = await startByNpm()
    npm.kill(signal)
    await vi.waitFor(() => expect(said()).toEqual(['up', signal]))
    expect(npm.exitCode).toBeNull()
    letEnd()
    await ended
    expect(said()).toEqual(['up', signal, 'ended'])
  },
)
