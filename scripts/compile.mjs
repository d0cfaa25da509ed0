import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Failure, reportFailures } from './fail.mjs'
import { findNode } from './node.mjs'
import { root } from './root.mjs'

const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const cache = join(root, 'node_modules', '.cache', 'tsc')
const settingsFile = join(cache, 'settings')
const packages = join(root, 'packages')

/**
 * Type-checks these folders, and compiles the packages that they refer to into their `dist`. Unchanged ones are skipped. It
 * uses one checker: several would each check the shared parts again, and occupy more processors.
 */
export function compile(folders) {
  forgetOtherSettings()
  const { status } = spawnSync(findNode(), [tsc, '--build', '--checkers', '1', ...folders], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Failure('Types are wrong, or something cannot be compiled: see above.')
}

/** Removes all output if the settings changed: the compiler takes output with another `lib` for unchanged. */
function forgetOtherSettings() {
  const folders = readdirSync(packages).map((name) => join(packages, name))
  const settings = [root, ...folders].flatMap(readSettings).join('\n')
  if (existsSync(settingsFile) && readFileSync(settingsFile, 'utf8') === settings) return
  for (const folder of [cache, ...folders.map((folder) => join(folder, 'dist'))]) {
    rmSync(folder, { recursive: true, force: true })
  }
  mkdirSync(cache, { recursive: true })
  writeFileSync(settingsFile, settings)
}

const readSettings = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^tsconfig.*\.json$/.test(entry.name))
    .map(({ name }) => `${join(folder, name)}\n${readFileSync(join(folder, name), 'utf8')}`)

if (process.argv[1] === fileURLToPath(import.meta.url)) await reportFailures(async () => compile(['.']))
