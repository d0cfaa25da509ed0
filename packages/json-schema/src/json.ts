export type Fields = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Tells whether a value is nested deeper than this. It looks one level further at most, and uses no recursion. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    level = level.filter((each) => typeof each === 'object' && each !== null)
    if (level.length > 0 && depth === levels) return true
    level = level.flatMap((each) => Object.values(each as object))
  }
  return false
}

/** The bytes of a value as compact JSON in UTF-8. The value must not be too deep. */
export function bytesOf(value: unknown): number {
  const text = JSON.stringify(value) ?? ''
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    // The two units of a surrogate pair are four bytes together; JSON escapes a lone surrogate.
    if (unit > 0x7f) bytes += unit < 0x800 || (unit & 0xf800) === 0xd800 ? 1 : 2
  }
  return bytes
}

export function codePointsOf(text: string): number {
  let points = 0
  for (let at = 0; at < text.length; points++) at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1
  return points
}

const longestShown = 100

/** A value as text for a message, shortened. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}

/** Writes the path `['items', 3, 'name']` as `items[3].name`. */
export const pathOf = (start: string, parts: readonly (string | number)[]): string => parts.reduce(under, start)

export const under = (path: string, part: string | number): string => {
  if (typeof part === 'number') return `${path}[${part}]`
  return path === '' ? part : `${path}.${part}`
}

export const amount = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** Joins words as `a, b or c`. */
export const anyOfWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
