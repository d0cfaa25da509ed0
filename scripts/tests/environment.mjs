import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
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

/** A folder for all temporary files of a run. It is removed with whatever a test that was killed left there. */
export const openRun = (env) => {
  const folder = mkdtempSync(join(env.TMPDIR, 'bunting-test-'))
  // PostgreSQL is another user where the tests are run by root.
  chmodSync(folder, 0o711)
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  return { folder, env: { ...env, TMPDIR: folder }, remove }
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
