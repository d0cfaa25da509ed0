import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { listWorkspaces } from './workspaces.mjs'

const modules = join(root, 'node_modules')
const stampFile = join(modules, '.bunting-installed')
// npm's list of what it installed, which it writes last of all.
const npmsList = join(modules, '.package-lock.json')
const INSTALLING = 'installing'

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** All that an install depends on, word for word: every start compares it, and loading a hash would take longer. */
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

/** What an install has to bring: never less than is there, so that a start takes no developer's tools away. */
export const levelFor = (wanted) => (read(npmsList).includes('"dev": true') ? 'everything' : wanted)

/** Whether an install ended half way. npm would take a package that it began to unpack for a whole one. */
export const wasInterrupted = () => read(stampFile) === INSTALLING

/** Whether there are packages of which npm does not know: it would not look at what is in them. */
export const isUnknown = () =>
  !existsSync(npmsList) && existsSync(modules) && readdirSync(modules).some((name) => !name.startsWith('.'))

export function stampInstalling() {
  mkdirSync(modules, { recursive: true })
  writeFileSync(stampFile, INSTALLING)
}

export const stampInstalled = (level) => writeFileSync(stampFile, stampFor(level))

export const removeStamp = () => rmSync(stampFile, { force: true })
