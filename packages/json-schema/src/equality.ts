import { isObject } from './json.ts'
import { schemaLimits } from './limits.ts'
import { type Run, spend, tooLong } from './run.ts'

/** By content: members in whatever order. */
export function isSame(one: unknown, other: unknown, run: Run): boolean {
  spend(run, 1)
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, at) => isSame(each, other[at], run))
  }
  if (!isObject(one) || !isObject(other)) return false
  const names = Object.keys(one)
  spend(run, names.length)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name], run))
  )
}

/**
 * A text that values of the same content have in common, so that each of many is compared with all others at once.
 * Costs what is in the value.
 */
export function contentOf(value: unknown, run: Run, depth = 0): string {
  if (depth > schemaLimits.depth) throw tooLong
  if (Array.isArray(value)) {
    spend(run, value.length)
    return `[${value.map((each) => contentOf(each, run, depth + 1)).join()}]`
  }
  if (isObject(value)) {
    const names = Object.keys(value).sort()
    spend(run, 2 * names.length)
    return `{${names.map((name) => `${JSON.stringify(name)}:${contentOf(value[name], run, depth + 1)}`).join()}}`
  }
  if (typeof value === 'string') spend(run, value.length >> 4)
  return JSON.stringify(value)
}
