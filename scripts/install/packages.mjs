import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasGlibc } from '../libc.mjs'
import { root } from '../root.mjs'

const readPackages = () => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages

/** The paths of the packages that an install at this level puts into node_modules on this machine. */
export function expectedPackages(level, packages = readPackages()) {
  const isWanted = (entry) => level === 'everything' || !(entry.dev || entry.devOptional)
  return Object.keys(packages).filter(
    (path) => path.includes('node_modules/') && isWanted(packages[path]) && isCertain(packages[path]),
  )
}

export const missingPackages = (paths) => paths.filter((path) => !existsSync(join(root, path, 'package.json')))

/** Tells whether all packages of an install at this level are present, in the versions of the lock file. */
export function isComplete(level) {
  const packages = readPackages()
  const isLinked = (path) => !packages[path].link || existsSync(join(root, path))
  const isThere = (path) => versionIn(join(root, path, 'package.json')) === packages[path].version
  return Object.keys(packages).every(isLinked) && expectedPackages(level, packages).every(isThere)
}

function versionIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).version
  } catch {
    return undefined
  }
}

function isCertain({ link, optional, os, cpu, libc }) {
  if (link) return false
  // An optional package for any machine is a fallback for machines without a package of their own.
  if (optional && !os) return false
  if (process.platform === 'linux' && !fits(libc, hasGlibc() ? 'glibc' : 'musl')) return false
  return fits(os, process.platform) && fits(cpu, process.arch)
}

const fits = (allowed, actual) => !allowed || allowed.includes(actual)
