import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectOutput } from './collect-output.mjs'
import { Failure } from './fail.mjs'
import { whileLocked } from './install/lock.mjs'
import { showProgress } from './install/progress.mjs'
import { findNode } from './node.mjs'
import { root } from './root.mjs'

/**
 * Builds something if its sources changed, once, however many processes ask for it at the same time. `script` gets the
 * output folder as its argument.
 */
export async function ensureBuilt({ name, ingredients, folder, script }) {
  const isBuiltFrom = (hash) => {
    const stamp = join(folder, '.built-from')
    return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
  }
  if (isBuiltFrom(hashOf(ingredients))) return
  const onWait = () => console.error(`Another process is building the ${name}; waiting for it.`)
  await whileLocked(join(root, 'node_modules', `.bunting-${name}-lock`), onWait, async (lost) => {
    const hash = hashOf(ingredients)
    if (!isBuiltFrom(hash)) await buildNow({ name, folder, script, hash, lost })
  })
}

async function buildNow({ name, folder, script, hash, lost }) {
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  console.error(`Building the ${name}: its sources changed. This takes a few seconds.`)
  const endProgress = showProgress(() => `  ${seconds()} s`)
  // Built in a separate folder and then renamed, so that others find the old one complete meanwhile.
  const next = join(root, 'node_modules', `.bunting-${name}-next`)
  rmSync(next, { recursive: true, force: true })
  const child = spawn(findNode(), [join(root, script), next], { cwd: root, signal: lost, killSignal: 'SIGKILL' })
  const { code, output } = await collectOutput(child)
  endProgress()
  if (lost.aborted) return
  if (code !== 0) throw new Failure(`The ${name} could not be built.\n${output.trim()}`)
  writeFileSync(join(next, '.built-from'), hash)
  rmSync(folder, { recursive: true, force: true })
  renameSync(next, folder)
  console.error(`Done in ${seconds()} s.`)
}

/** Hashes contents, so that a copy or checkout with other dates builds nothing. */
export function hashOf(ingredients) {
  const hash = createHash('sha256')
  for (const file of ingredients.flatMap(listFiles)) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

const made = ['node_modules', 'dist', 'target', '.venv', '__pycache__', '.mypy_cache', '.pytest_cache', '.ruff_cache']

/** All files in a folder, recursively, except build output. */
export function listFiles(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path))
    .filter((name) => !made.includes(name))
    .sort()
    .flatMap((name) => listFiles(`${path}/${name}`))
}
