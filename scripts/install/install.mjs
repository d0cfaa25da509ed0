import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../fail.mjs'
import { isNodeOutdated } from '../node.mjs'
import { root } from '../root.mjs'
import { bringBack, dropAside, setAside } from './aside.mjs'
import { whileLocked } from './lock.mjs'
import { npmInstall } from './npm-install.mjs'
import { isComplete } from './packages.mjs'
import {
  isInstalled,
  isUnknown,
  levelFor,
  removeStamp,
  stampInstalled,
  stampInstalling,
  wasInterrupted,
} from './stamp.mjs'

const modules = join(root, 'node_modules')

export async function install(wanted) {
  while (!isInstalled(wanted)) {
    await whileInstalling(async (lost) => {
      if (!isInstalled(wanted)) await installNow(wanted, lost)
    })
  }
}

/** Ensures that only one process of this checkout changes the installed packages at a time. */
export function whileInstalling(work) {
  mkdirSync(modules, { recursive: true })
  const onWait = () => console.error('Another process is installing; waiting for it.')
  return whileLocked(join(modules, '.bunting-lock'), onWait, work)
}

async function installNow(wanted, lost) {
  const level = levelFor(wanted)
  const interrupted = wasInterrupted()
  // Installed by other means, or copied here: nothing is missing, so the registry is not asked.
  const complete = interrupted ? undefined : [level, wanted].find(isComplete)
  if (complete) return stampInstalled(complete)
  // The existing packages may be the only ones available, so they are removed only after the new ones are complete.
  const anew = interrupted || isUnknown()
  if (anew) setAside()
  stampInstalling()
  // While npm unpacks this Node, scripts must not find it: they use the machine's own meanwhile.
  if (isNodeOutdated()) rmSync(join(modules, '.bin', 'node'), { force: true })

  const { problem, killed } = await npmInstall(level, lost)
  if (lost.aborted) return
  if (problem === undefined) {
    dropAside()
    return stampInstalled(level)
  }
  if (anew) bringBack()
  // npm undoes an install that fails. After one that was killed the next has to start from scratch.
  if (!killed && !interrupted) removeStamp()
  throw new Failure(problem)
}
