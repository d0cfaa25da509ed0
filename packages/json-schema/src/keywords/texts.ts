import { aCount, aPattern } from '../form.ts'
import { amount, codePointsOf } from '../json.ts'
import type { Keyword } from '../keyword.ts'
import { preparePattern } from '../pattern.ts'
import { type Run, spend, tell } from '../run.ts'

/** Tells whether a text has at least this many code points. They are counted only if the number of units does not decide. */
const isAsLong = (text: string, least: number, run: Run): boolean => {
  if (text.length < least || text.length >= 2 * least) return text.length >= least
  spend(run, text.length >> 2)
  return codePointsOf(text) >= least
}

export const textKeywords: readonly Keyword[] = [
  {
    name: 'minLength',
    form: aCount,
    check: (least: number) => {
      const message = `must have at least ${amount(least, 'character')}`
      return (value, run) => typeof value !== 'string' || isAsLong(value, least, run) || tell(run, message)
    },
  },
  {
    name: 'maxLength',
    form: aCount,
    check: (most: number) => {
      const message = `must have at most ${amount(most, 'character')}`
      return (value, run) => typeof value !== 'string' || !isAsLong(value, most + 1, run) || tell(run, message)
    },
  },
  {
    name: 'pattern',
    form: aPattern,
    check: (source: string) => {
      const matches = preparePattern(source)
      const message = `must match the pattern ${source}`
      return (value, run) => typeof value !== 'string' || matches(value, run) || tell(run, message)
    },
  },
]
