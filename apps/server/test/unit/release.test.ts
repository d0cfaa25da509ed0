import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const made = ['node_modules', '.git', 'dist', 'fixtures', '.bunting', 'coverage']

/** A copy of the checkout, without generated files. */
const copyOfCheckout = () => {
  const folder = mkdtempSync(join(tmpdir(), 'bunting-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(root, folder, { recursive: true, filter: (path) => path === root || !made.includes(basename(path)) })
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  return {
    read,
    unreleased: (changes: string) =>
      writeFileSync(
        join(folder, 'CHANGELOG.md'),
        `# Changelog\n\n## Unreleased\n\n${changes}\n## ${version} (2026-11-17)\n\n- Old.\n`,
      ),
    release: (...args: string[]) => {
      const script = join(folder, 'scripts', 'release.mjs')
      const { status, stderr } = spawnSync(process.execPath, [script, ...args, '--no-fixtures'], { encoding: 'utf8' })
      return { status, stderr }
    },
    /** The files of the copy that state a version as the current one; mentions of earlier versions do not count. */
    naming: (one: string) => {
      const named = new RegExp(`(?<![\\d.])${one.replaceAll('.', '\\.')}(?!\\d|\\.\\d)`)
      const files = globSync('{*,{docs,deploy,apps,packages,examples,bench,scripts}/**/*}.{md,json,yaml,ts,tsx,mjs}', {
        cwd: folder,
      })
      return [...files, 'Dockerfile'].filter(
        (path) => !/CHANGELOG|upgrading|\/test\/|package-lock/.test(path) && named.test(read(path)),
      )
    },
  }
}

test('a release writes its number wherever the one before stands, and gives the changes their section', () => {
  const copy = copyOfCheckout()
  copy.unreleased('- New.\n')
  const positions = copy.naming(version)
  expect(positions).toEqual(
    expect.arrayContaining([
      'Dockerfile',
      'compose.yaml',
      'package.json',
      'apps/bunting/package.json',
      'bench/package.json',
      'deploy/helm/bunting/Chart.yaml',
      'docs/getting-it.md',
      'examples/react-app/package.json',
      'packages/sdk-server/src/version.ts',
    ]),
  )
  expect(copy.release('9.9.9')).toEqual({ status: 0, stderr: '' })
  expect(copy.naming('9.9.9')).toEqual(expect.arrayContaining(positions))
  expect(copy.naming(version)).toEqual([])
  expect(copy.read('CHANGELOG.md')).toMatch(/^# Changelog\n\n## 9\.9\.9 \(\d{4}-\d\d-\d\d\)\n\n- New\.\n\n## /)
  const { packages } = JSON.parse(copy.read('package-lock.json'))
  for (const [path, { version: own }] of Object.entries<{ version?: string }>(packages)) {
    if (!path.includes('node_modules')) expect(own, path).toBe('9.9.9')
  }
  const before = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  expect(packages['node_modules/hono'].version).toBe(before['node_modules/hono'].version)
  expect(packages['packages/sdk-server'].dependencies['@bunting/engine']).toBe('9.9.9')
})

test('a release of nothing, of no version, or of an earlier one is refused, and nothing is written', () => {
  const copy = copyOfCheckout()
  const untouched = () => expect(copy.naming('9.9.9')).toEqual([])
  copy.unreleased('')
  expect(copy.release('9.9.9')).toEqual({ status: 1, stderr: expect.stringContaining('nothing to release') })
  untouched()
  copy.unreleased('- New.\n')
  expect(copy.release(version).stderr).toContain('does not come after')
  expect(copy.release('0.0.9').stderr).toContain('does not come after')
  expect(copy.release('next').stderr).toContain('is not a version such as')
  expect(copy.release().stderr).toContain('npm run release -- 1.2.3')
  untouched()
  expect(copy.read('CHANGELOG.md')).toContain('## Unreleased')
})
