import { aCount, aPattern } from '../form.ts'
import { amount, codePointsOf } from '../json.ts'
import type { Keyword } from '../keyword.ts'
import { preparePattern } from '../pattern.ts'
import { type Run, spend, tell } from '../run.ts'

const length = (text: string, run: Run): number => {
  spend(run, text.length >> 4)
  return codePointsOf(text)
}

export const textKeywords: readonly Keyword[] = [
  {
    name: 'minLength',
    form: aCount,
    check: (least: number) => {
      const message = `must have at least ${amount(least, 'character')}`
      return (value, run) => typeof value !== 'string' || length(value, run) >= least || tell(run, message)
    },
  },
  {
    name: 'maxLength',
    form: aCount,
    check: (most: number) => {
      const message = `must have at most ${amount(most, 'character')}`
      return (value, run) => typeof value !== 'string' || length(value, run) <= most || tell(run, message)
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
