import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { findNode } from '../node.mjs'
import { root } from '../root.mjs'

/**
 * The environment of checks and tests: the pinned Node, installed commands and system programs come first in the PATH.
 * Thousands of databases that last a moment need no disk, so temporary files are kept in memory where there is enough.
 */
export const testEnvironment = (programs = []) => {
  const path = [dirname(findNode()), join(root, 'node_modules', '.bin'), ...programs, process.env.PATH]
  const temporary = process.env.TMPDIR ?? (hasRoom(memory) ? memory : tmpdir())
  return { ...process.env, PATH: path.join(delimiter), TMPDIR: temporary }
}

const memory = '/dev/shm'
const enoughBytes = 6 * 2 ** 30

/** Programs are started from temporary folders, too, which not every system allows there. */
function hasRoom(folder) {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    const mount = readFileSync('/proc/mounts', 'utf8').match(new RegExp(`^\\S+ ${folder} \\S+ (\\S+)`, 'm'))
    return bavail * bsize >= enoughBytes && mount !== null && !mount[1].split(',').includes('noexec')
  } catch {
    return false
  }
}
