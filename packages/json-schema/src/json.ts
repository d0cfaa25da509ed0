export type Fields = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Looks no further than one level beyond the most, and needs no stack: a value may be nested however deep. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    level = level.filter((each) => typeof each === 'object' && each !== null)
    if (level.length > 0 && depth === levels) return true
    level = level.flatMap((each) => Object.values(each as object))
  }
  return false
}

/** UTF-8 bytes of compact JSON; of a value that is not too deep. */
export function bytesOf(value: unknown): number {
  const text = JSON.stringify(value) ?? ''
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    // A pair's two units are four bytes; JSON escapes a half one.
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

/** For a message. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}

/** `['items', 3, 'name']` reads `items[3].name`. */
export const pathOf = (start: string, parts: readonly (string | number)[]): string => parts.reduce(under, start)

export const under = (path: string, part: string | number): string => {
  if (typeof part === 'number') return `${path}[${part}]`
  return path === '' ? part : `${path}.${part}`
}

export const amount = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** `a, b or c` */
export const anyOfWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
