import type { Environment } from '@bunting/contract'
import { productionOf } from '../../../ui/pennants/production-of.ts'

/** The most pennants in a row. */
export const maxInView = 6
/** The default number of pennants if there are more environments; the rest is a count. */
const usuallyInView = 5

/** Splits the environments into pennants in view and folded ones: production first, the others in the project's order. */
export const hang = (environments: readonly Environment[], chosen?: readonly string[]) => {
  const production = productionOf(environments)
  const others = environments.filter((environment) => environment !== production)
  const max = environments.length > maxInView ? usuallyInView : maxInView
  const wanted = chosen
    ? others.filter(({ id }) => chosen.includes(id)).slice(0, maxInView - 1)
    : others.slice(0, max - 1)
  return {
    inView: production ? [production, ...wanted] : [],
    folded: others.filter((environment) => !wanted.includes(environment)),
  }
}
