import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { listWorkspaces } from './workspaces.mjs'

const modules = join(root, 'node_modules')
const stampFile = join(modules, '.bunting-installed')
// npm's list of installed packages, which it writes last.
const npmsList = join(modules, '.package-lock.json')
const INSTALLING = 'installing'

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Everything that an install depends on, as plain text: every start compares it, and loading a hash would take longer. */
function ingredients() {
  const manifests = ['.', ...listWorkspaces()].map((folder) => join(root, folder, 'package.json'))
  const files = [join(root, 'package-lock.json'), npmsList, ...manifests]
  return [`${process.platform} ${process.arch}`, ...files.map(read)].join('\n')
}

const stampFor = (level) => `${level}\n${ingredients()}`

/** @param {'runtime' | 'everything'} wanted */
export function isInstalled(wanted) {
  const stamp = read(stampFile)
  return stamp === stampFor('everything') || (wanted === 'runtime' && stamp === stampFor('runtime'))
}

/** The level of an install: never lower than the present one, so that a start does not remove developers' tools. */
export const levelFor = (wanted) => (read(npmsList).includes('"dev": true') ? 'everything' : wanted)

/** Tells whether an install was interrupted. npm would take a partly unpacked package for a complete one. */
export const wasInterrupted = () => read(stampFile) === INSTALLING

/** Tells whether there are packages that npm does not know: it would not check their contents. */
export const isUnknown = () =>
  !existsSync(npmsList) && existsSync(modules) && readdirSync(modules).some((name) => !name.startsWith('.'))

export function stampInstalling() {
  mkdirSync(modules, { recursive: true })
  writeFileSync(stampFile, INSTALLING)
}

export const stampInstalled = (level) => writeFileSync(stampFile, stampFor(level))

export const removeStamp = () => rmSync(stampFile, { force: true })
