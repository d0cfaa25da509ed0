import { noncentralCdf } from '../special/noncentral-t.ts'
import { normalCdf, normalQuantile } from '../special/normal.ts'
import { studentCritical } from '../special/student.ts'

/** `effect` is in standard deviations (Cohen's d); `control` and `treatment` are numbers of units. */
export type PowerQuestion = { effect: number; control: number; treatment: number; alpha: number; test: 'z' | 't' }

/** The probability that a two-sided test of two arms detects the effect. */
export const powerOf = ({ effect, control, treatment, alpha, test }: PowerQuestion): number => {
  const noncentrality = effect * Math.sqrt((control * treatment) / (control + treatment))
  if (test === 'z') {
    const z = -normalQuantile(alpha / 2)
    return normalCdf(noncentrality - z) + normalCdf(-noncentrality - z)
  }
  const df = control + treatment - 2
  const t = studentCritical(alpha, df)
  return 1 - noncentralCdf(t, df, noncentrality) + noncentralCdf(-t, df, noncentrality)
}
