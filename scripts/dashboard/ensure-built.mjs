import { spawn } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectOutput } from '../collect-output.mjs'
import { Failure } from '../fail.mjs'
import { whileLocked } from '../install/lock.mjs'
import { showProgress } from '../install/progress.mjs'
import { findNode } from '../node.mjs'
import { root } from '../root.mjs'
import { hashSources } from './sources.mjs'

const dashboard = join(root, 'apps', 'dashboard')
const dist = join(dashboard, 'dist')
const stampFile = join(dist, '.built-from')

const isBuiltFrom = (hash) => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash

/** Builds the dashboard where its sources changed, once, however many processes ask for it at the same time. */
export async function ensureDashboard() {
  if (isBuiltFrom(hashSources())) return
  const onWait = () => console.error('Another process is building the dashboard; waiting for it.')
  await whileLocked(join(root, 'node_modules', '.bunting-dashboard-lock'), onWait, async (lost) => {
    const hash = hashSources()
    if (!isBuiltFrom(hash)) await buildNow(hash, lost)
  })
}

async function buildNow(hash, lost) {
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  console.error('Building the dashboard: its sources changed. This takes a few seconds.')
  const endProgress = showProgress(() => `  ${seconds()} s`)
  // Made apart and then put in place: a server that looks meanwhile finds the old one whole.
  const next = join(root, 'node_modules', '.bunting-dashboard')
  const { code, output } = await runBuild(next, lost)
  endProgress()
  if (lost.aborted) return
  if (code !== 0) throw new Failure(`The dashboard could not be built.\n${output.trim()}`)
  writeFileSync(join(next, '.built-from'), hash)
  rmSync(dist, { recursive: true, force: true })
  renameSync(next, dist)
  console.error(`Done in ${seconds()} s.`)
}

function runBuild(folder, signal) {
  const script = join(root, 'scripts', 'dashboard', 'build.mjs')
  const child = spawn(findNode(), [script, folder], { cwd: root, signal, killSignal: 'SIGKILL' })
  return collectOutput(child)
}
