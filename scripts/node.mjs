import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from './fail.mjs'
import { hasGlibc } from './libc.mjs'
import { root } from './root.mjs'

const NEEDED_MAJOR = 26

const readJson = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'))

/** The package with this platform's pinned Node, and its version; undefined if there is none. */
function findPinned() {
  if (process.platform === 'linux' && !hasGlibc()) return undefined
  const os = process.platform === 'win32' ? 'win' : process.platform
  const pinned = Object.entries(readJson('package.json').optionalDependencies)
  const [name, version] = pinned.find(([name]) => name.endsWith(`-${os}-${process.arch}`)) ?? []
  return name && { name, version, folder: join('node_modules', name) }
}

/** The Node that runs everything: the pinned one, else the running one if it is new enough. */
export function findNode() {
  const pinned = findPinned()
  const file = pinned && join(root, pinned.folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (file && existsSync(file)) return file
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) return process.execPath
  throw new Failure(
    pinned
      ? `The package ${pinned.name}, which holds Node ${NEEDED_MAJOR}, is not there: remove node_modules and run this again.`
      : `Bunting needs Node ${NEEDED_MAJOR} or newer and brings none for this platform: install it and run this again (this is Node ${process.versions.node}).`,
  )
}

/** The name of the package with the pinned Node. */
export const pinnedPackage = () => findPinned()?.name

/** Tells whether an install will replace the pinned Node. */
export function isNodeOutdated() {
  const pinned = findPinned()
  if (!pinned || !existsSync(join(root, pinned.folder, 'package.json'))) return true
  return readJson(pinned.folder, 'package.json').version !== pinned.version
}
