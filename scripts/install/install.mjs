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

/** One process of this checkout at a time changes what is installed. */
export function whileInstalling(work) {
  mkdirSync(modules, { recursive: true })
  const onWait = () => console.error('Another process is installing; waiting for it.')
  return whileLocked(join(modules, '.bunting-lock'), onWait, work)
}

async function installNow(wanted, lost) {
  const level = levelFor(wanted)
  const interrupted = wasInterrupted()
  // Installed by other means, or copied here: nothing to get, so nothing to ask the registry for.
  const complete = interrupted ? undefined : [level, wanted].find(isComplete)
  if (complete) return stampInstalled(complete)
  // What is there may still be all there is: it goes only when the new packages are whole.
  const anew = interrupted || isUnknown()
  if (anew) setAside()
  stampInstalling()
  // npm gives scripts this Node, even while it unpacks it: whoever starts meanwhile takes the machine's own.
  if (isNodeOutdated()) rmSync(join(modules, '.bin', 'node'), { force: true })

  const { problem, killed } = await npmInstall(level, lost)
  if (lost.aborted) return
  if (problem === undefined) {
    dropAside()
    return stampInstalled(level)
  }
  if (anew) bringBack()
  // npm undoes an install that fails; after one that was killed the next has to begin from nothing.
  if (!killed && !interrupted) removeStamp()
  throw new Failure(problem)
}
