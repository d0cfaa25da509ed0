import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeDataDir } from './support/databases.ts'

const root = join(import.meta.dirname, '../../../..')
const { stdout } = await promisify(execFile)(process.execPath, ['scripts/build/ensure-artifacts.mjs'], { cwd: root })
const executable = join(stdout.trim(), 'bunting')

/** The libraries of the packages libc6, libgcc-s1 and libstdc++6, which every Debian has, since dpkg and apt need them. */
const leastLibraries = /\/(ld-linux-[\w-]+|lib(c|dl|m|pthread|stdc\+\+|gcc_s))\.so\.\d+$/

const librariesOf = (file: string): string[] =>
  [...execFileSync('ldd', [file], { encoding: 'utf8' }).matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path)

/** A read-only system with these libraries, the executable and nothing else. */
const makeSystem = async (): Promise<string> => {
  const system = await makeDataDir()
  for (const [from, to] of [
    ...librariesOf(executable).map((path) => [path, path] as const),
    [executable, '/bunting'] as const,
  ]) {
    const place = join(system, to)
    mkdirSync(dirname(place), { recursive: true })
    copyFileSync(from, place)
    chmodSync(place, 0o555)
  }
  for (const folder of ['lib', 'lib64', '.']) chmodSync(join(system, folder), 0o555)
  return system
}

/** A user id that is in no list of users. Without root, a namespace provides it. */
const nobody =
  process.getuid?.() === 0
    ? ['--setuid', '54321', '--setgid', '54321']
    : ['--user', '--map-user=54321', '--map-group=54321']

const run = (system: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    [`--root=${system}`, '--wd=/', ...nobody, '/bunting', ...args],
    { env: {}, encoding: 'utf8' },
  )
  return { status, stdout, stderr }
}

test('the executable names no library but those that every system has', () => {
  expect(librariesOf(executable).length).toBeGreaterThan(3)
  expect(librariesOf(executable).filter((path) => !leastLibraries.test(path))).toEqual([])
})

test('it runs where there is nothing else: no home, no users, no variables, nothing to write to', async () => {
  const system = await makeSystem()
  expect(run(system, '--version')).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    stderr: '',
  })
  expect(run(system, '--help')).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringContaining('serve [options]'),
  })
  expect(run(system, 'flags', 'list')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('No server is known yet'),
  })
  const served = run(system, 'serve')
  expect(served).toMatchObject({ status: 1, stdout: '' })
  expect(served.stderr).toMatch(/data directory/)
  expect(served.stderr).not.toMatch(/^\s+at /m)
})
