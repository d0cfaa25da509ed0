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
 * Checks the types of these folders and of the packages that they refer to, which are compiled into their `dist`. What
 * did not change since the last time is left alone. One checker: with more, each checks again what they share, and two
 * processors have other things to do.
 */
export function compile(folders) {
  forgetOtherSettings()
  const { status } = spawnSync(findNode(), [tsc, '--build', '--checkers', '1', ...folders], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Failure('Types are wrong, or something cannot be compiled: see above.')
}

/** What is compiled with another `lib`, the compiler takes for unchanged. */
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
