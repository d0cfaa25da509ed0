import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../fail.mjs'
import { root } from '../root.mjs'
import { whileInstalling } from './install.mjs'
import { expectedPackages } from './packages.mjs'
import { showProgress } from './progress.mjs'
import { installFlags, runNpm } from './run-npm.mjs'

/** Installs the packages of a folder with its own lock file, for a script that alone needs them. */
export async function ensureFolder(name, purpose) {
  const folder = join(root, name)
  const stampFile = join(folder, 'node_modules', '.bunting-installed')
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const isInstalled = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lock
  if (isInstalled()) return
  await whileInstalling(async (lost) => {
    if (isInstalled()) return
    await install(folder, JSON.parse(lock).packages, purpose, lost)
    writeFileSync(stampFile, lock)
  })
}

async function install(folder, packages, purpose, lost) {
  const expected = expectedPackages('everything', packages)
  const missing = () => expected.filter((path) => !existsSync(join(folder, path, 'package.json')))
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  const present = () => expected.length - missing().length
  console.error(`Installing ${expected.length} packages ${purpose}. This is done once and takes about half a minute.`)
  const endProgress = showProgress(() => `  ${present()} of ${expected.length} packages, ${seconds()} s`)
  const { code, output } = await runNpm(['install', ...installFlags, '--ignore-scripts', '--prefix', folder], lost)
  endProgress()
  if (code !== 0) throw new Failure(`npm install failed (${code ?? 'killed'}).\n${output.trim()}`)
  // npm does not fail if an optional package cannot be installed.
  if (missing().length > 0) throw new Failure(`npm install left out ${missing().join(', ')}.\n${output.trim()}`)
  console.error(`Done in ${seconds()} s.`)
}
