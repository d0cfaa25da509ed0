import { expect } from 'vitest'
import type { Block } from './page.ts'

/** Fails unless the printed output contains what a block shows. `…` stands for anything. */
export const expectShown = (printed: string, { language, code }: Block): void => {
  if (language === 'json') expect(JSON.parse(jsonIn(printed))).toEqual(withAnything(JSON.parse(code)))
  else expectLines(printed, code)
}

/** The output of the last command: earlier ones may have printed text before it. */
const jsonIn = (printed: string): string => printed.slice(Math.max(0, printed.search(/^[{[]/m)))

/** Objects may have more fields than are shown. */
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

/** Expects each line in order, with any number of spaces between words; other lines may come in between. */
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
