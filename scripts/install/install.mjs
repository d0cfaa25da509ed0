import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../fail.mjs'
import { isNodeOutdated } from '../node.mjs'
import { root } from '../root.mjs'
import { whileLocked } from './lock.mjs'
import { npmInstall } from './npm-install.mjs'
import { isInstalled, levelFor, removeStamp, stampInstalled, stampInstalling, wasInterrupted } from './stamp.mjs'
import { listWorkspaces } from './workspaces.mjs'

const modules = join(root, 'node_modules')

export async function install(wanted) {
  while (!isInstalled(wanted)) {
    await whileInstalling(async (lost) => {
      if (!isInstalled(wanted)) await installNow(levelFor(wanted), lost)
    })
  }
}

/** One process of this checkout at a time changes what is installed. */
export function whileInstalling(work) {
  mkdirSync(modules, { recursive: true })
  const onWait = () => console.error('Another process is installing; waiting for it.')
  return whileLocked(join(modules, '.bunting-lock'), onWait, work)
}

async function installNow(level, lost) {
  if (wasInterrupted()) removePackages()
  stampInstalling()
  // npm gives scripts this Node, even while it unpacks it: whoever starts meanwhile takes the machine's own.
  if (isNodeOutdated()) rmSync(join(modules, '.bin', 'node'), { force: true })

  const { problem, killed } = await npmInstall(level, lost)
  if (lost.aborted) return
  if (problem === undefined) return stampInstalled(level)
  // npm undoes an install that fails; after one that was killed the next has to begin from nothing.
  if (!killed) removeStamp()
  throw new Failure(problem)
}

function removePackages() {
  for (const name of readdirSync(modules)) {
    if (!name.startsWith('.bunting-')) rmSync(join(modules, name), { recursive: true, force: true })
  }
  for (const folder of listWorkspaces()) rmSync(join(root, folder, 'node_modules'), { recursive: true, force: true })
}
