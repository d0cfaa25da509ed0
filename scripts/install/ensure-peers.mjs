import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../fail.mjs'
import { root } from '../root.mjs'
import { whileInstalling } from './install.mjs'
import { showProgress } from './progress.mjs'
import { runNpm } from './run-npm.mjs'

const folder = join(root, 'bench')
const stampFile = join(folder, 'node_modules', '.bunting-installed')
const flags = [
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--no-engine-strict',
  '--loglevel=error',
]

/** Installs the engines that measurements compare with. Nothing else needs them, so nothing else installs them. */
export async function ensurePeers() {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const isInstalled = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lock
  if (isInstalled()) return
  await whileInstalling(async (lost) => {
    if (!isInstalled()) await install(lock, lost)
  })
}

async function install(lock, lost) {
  const { packages } = JSON.parse(lock)
  // What is optional may be for another platform.
  const expected = Object.keys(packages).filter((path) => path !== '' && !packages[path].optional)
  const present = () => expected.filter((path) => existsSync(join(folder, path, 'package.json'))).length
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  console.error(
    `Installing ${expected.length} packages to compare with. This is done once and takes about half a minute.`,
  )
  const endProgress = showProgress(() => `  ${present()} of ${expected.length} packages, ${seconds()} s`)
  const { code, output } = await runNpm(['install', '--no-save', '--prefix', folder, ...flags], lost)
  endProgress()
  if (code !== 0) throw new Failure(`npm install failed (${code ?? 'killed'}).\n${output.trim()}`)
  writeFileSync(stampFile, lock)
  console.error(`Done in ${seconds()} s.`)
}
