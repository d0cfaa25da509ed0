import { findOperator } from '@bunting/engine'
import { byHand } from '../shared/by-hand.ts'
import { any, compare, holdsFor, none, type Tree } from '../shared/tree.ts'

const partsOf = (version: string): string[] => version.replace(/(^v|\+.*$)/g, '').split(/[-.]/)

/** Turns a version into a text that sorts like it, as GrowthBook's SDKs do. */
const sortable = (version: string): string => {
  const parts = partsOf(version)
  if (parts.length === 3) parts.push('~')
  return parts.map((part) => (/^[0-9]+$/.test(part) ? part.padStart(5, ' ') : part)).join('-')
}

const holds: Readonly<Record<string, (actual: string, expected: string) => boolean>> = {
  $veq: (actual, expected) => actual === expected,
  $vne: (actual, expected) => actual !== expected,
  $vgt: (actual, expected) => actual > expected,
  $vgte: (actual, expected) => actual >= expected,
  $vlt: (actual, expected) => actual < expected,
  $vlte: (actual, expected) => actual <= expected,
}

export const isVersionOperator = (operator: string): boolean => Object.hasOwn(holds, operator)

/** Tells whether the comparison holds for a missing version, which counts as 0. */
export const holdsOnMissing = (operator: string, expected: string): boolean =>
  holds[operator]?.(sortable('0'), sortable(expected)) === true

const short = /^(0|[1-9][0-9]{0,4})(?:\.(0|[1-9][0-9]{0,4}))?$/

/** Converts a comparison. It is right for versions of three numbers; with fewer only GrowthBook can tell. */
export const versionTree = (attribute: string, operator: string, expected: string): Tree => {
  const text = expected.replace(/(^v|\+.*$)/g, '')
  const numbers = short.exec(text)
  if (numbers) return shortTree(attribute, operator, `${numbers[1]}.${numbers[2] ?? 0}.0-0`)
  const isPlain = partsOf(text).every((part) => !/^[0-9]{6,}$/.test(part)) && !/-.*-/.test(text)
  if (!isPlain || findOperator('semver_eq')?.problem(text) !== undefined) {
    byHand('version-text', `${operator} compares with "${expected}", which is no version of three numbers.`)
  }
  if (operator === '$vne') return none(compare(attribute, 'semver_eq', text))
  return compare(attribute, `semver_${operator.slice(2)}`, text)
}

/** Compares with a short version: 1.2 is below each 1.2.x, and equals none. */
const shortTree = (attribute: string, operator: string, lowest: string): Tree => {
  if (operator === '$veq') return false
  if (operator === '$vne') return compare(attribute, 'is_set')
  return compare(attribute, operator.startsWith('$vg') ? 'semver_gte' : 'semver_lt', lowest)
}

export const orMissing = (attribute: string, tree: Tree, isMissingToo: boolean): Tree =>
  isMissingToo && !holdsFor(tree, undefined) ? any(tree, compare(attribute, 'is_not_set')) : tree
