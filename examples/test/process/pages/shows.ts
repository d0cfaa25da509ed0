import { expect } from 'vitest'
import type { Block } from './page.ts'

/** Fails unless what a block shows is in what was printed. `…` stands for anything. */
export const expectShown = (printed: string, { language, code }: Block): void => {
  if (language === 'json') expect(JSON.parse(jsonIn(printed))).toEqual(withAnything(JSON.parse(code)))
  else expectLines(printed, code)
}

/** What the last command answered: before it others may have said what they did. */
const jsonIn = (printed: string): string => printed.slice(Math.max(0, printed.search(/^[{[]/m)))

/** An object may have more than is shown of it. */
const withAnything = (shown: unknown): unknown => {
  if (Array.isArray(shown)) return shown.map(withAnything)
  if (typeof shown === 'string') return shown.includes('…') ? anythingLike(shown) : shown
  if (typeof shown !== 'object' || shown === null) return shown
  return expect.objectContaining(
    Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, withAnything(value)])),
  )
}

const anythingLike = (shown: string): unknown =>
  shown === '…' ? expect.anything() : expect.stringMatching(patternOf(shown))

/** Each line, in order, however many spaces are between words; others may stand between them. */
const expectLines = (printed: string, shown: string): void => {
  const lines = printed.split('\n').map(squeeze)
  let from = 0
  for (const line of shown.split('\n').map(squeeze)) {
    if (line === '') continue
    const at = lines.findIndex((one, index) => index >= from && patternOf(line).test(one))
    expect(at, `“${line}” should be in:\n${printed}`).toBeGreaterThanOrEqual(0)
    from = at + 1
  }
}

const squeeze = (line: string): string => line.trim().replace(/\s+/g, ' ')

const patternOf = (shown: string): RegExp => new RegExp(`^${shown.split('…').map(RegExp.escape).join('.*')}$`)
