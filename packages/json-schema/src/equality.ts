import { isObject } from './json.ts'
import { schemaLimits } from './limits.ts'
import { type Run, spend, tooLong } from './run.ts'

/** Tells whether two values have the same content; the order of members does not count. */
export function isSame(one: unknown, other: unknown, run: Run): boolean {
  spend(run, 1)
  if (typeof one === 'string') spend(run, one.length >> 8)
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, at) => isSame(each, other[at], run))
  }
  if (!isObject(one) || !isObject(other)) return false
  const names = Object.keys(one)
  spend(run, 2 * names.length)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name], run))
  )
}

/**
 * A text that is the same for values of the same content, so that each of many can be compared with all others at once. Its
 * cost is the size of the value.
 */
export function contentOf(value: unknown, run: Run, depth = 0): string {
  if (depth > schemaLimits.depth) throw tooLong
  if (Array.isArray(value)) {
    spend(run, 6 + value.length)
    return `[${joined(
      value.map((each) => contentOf(each, run, depth + 1)),
      run,
    )}]`
  }
  if (isObject(value)) {
    const names = Object.keys(value).sort()
    spend(run, 6 + 5 * names.length)
    return `{${joined(
      names.map((name) => `${contentOf(name, run)}:${contentOf(value[name], run, depth + 1)}`),
      run,
    )}}`
  }
  spend(run, typeof value === 'string' ? 3 + (value.length >> 2) : 3)
  return JSON.stringify(value)
}

function joined(texts: readonly string[], run: Run): string {
  const text = texts.join()
  spend(run, text.length >> 4)
  return text
}
