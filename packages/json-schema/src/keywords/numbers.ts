import { decimalOf, isMultiple } from '../decimal.ts'
import { aNumber, aPositiveNumber } from '../form.ts'
import type { Keyword } from '../keyword.ts'
import type { Check } from '../node.ts'
import { spend, tell } from '../run.ts'

const numberCheck =
  (holds: (value: number) => boolean, message: string): Check =>
  (value, run) =>
    typeof value !== 'number' || holds(value) || tell(run, message)

/** The cost of dividing numbers of hundreds of digits. */
const division = 40

export const numberKeywords: readonly Keyword[] = [
  {
    name: 'minimum',
    form: aNumber,
    check: (least: number) => numberCheck((value) => value >= least, `must be at least ${least}`),
  },
  {
    name: 'exclusiveMinimum',
    form: aNumber,
    check: (bound: number) => numberCheck((value) => value > bound, `must be more than ${bound}`),
  },
  {
    name: 'maximum',
    form: aNumber,
    check: (most: number) => numberCheck((value) => value <= most, `must be at most ${most}`),
  },
  {
    name: 'exclusiveMaximum',
    form: aNumber,
    check: (bound: number) => numberCheck((value) => value < bound, `must be less than ${bound}`),
  },
  {
    name: 'multipleOf',
    form: aPositiveNumber,
    check: (step: number) => {
      const exact = decimalOf(step)
      const message = `must be a multiple of ${step}`
      return (value, run) => {
        if (typeof value !== 'number') return true
        if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0 || tell(run, message)
        spend(run, division)
        return (Number.isFinite(value) && isMultiple(decimalOf(value), exact)) || tell(run, message)
      }
    },
  },
]
