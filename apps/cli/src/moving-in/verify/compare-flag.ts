import { type CompiledFlag, type FlagValue, sameValue } from '@bunting/engine'
import type { VerifiedFlag } from '../report/report.ts'
import type { Engine, Probe } from './engine.ts'
import type { Asking } from './probes.ts'

/** A flag as both have it. */
export type Compared = {
  flagKey: string
  environment: string
  ours: CompiledFlag
  defaultValue: FlagValue
  engine: Engine
  explain(asking: Asking): string | undefined
}

type Outcome = { theirs: unknown; ours: unknown; isSame: boolean } | undefined

/** Where the service leaves it to the code that asks, our default value stands for what the code would say. */
const askBoth = async ({ flagKey, ours, defaultValue, engine }: Compared, probe: Probe): Promise<Outcome> => {
  const answer = await engine.ask(flagKey, probe)
  if (answer === 'unaskable') return undefined
  const { value } = ours.evaluate(probe)
  const theirs = answer === undefined ? defaultValue : answer.value
  return { theirs, ours: value, isSame: sameValue(theirs, value) }
}

const atOnce = 16

export const compareFlag = async (
  compared: Compared,
  asked: readonly Asking[],
): Promise<{ flag: VerifiedFlag; unexplained: number }> => {
  let count = 0
  let different = 0
  let unexplained = 0
  let worst: { asking: Asking; explainedBy: string | undefined } | undefined
  for (let from = 0; from < asked.length; from += atOnce) {
    const some = asked.slice(from, from + atOnce)
    const outcomes = await Promise.all(some.map(({ probe }) => askBoth(compared, probe)))
    for (const [at, outcome] of outcomes.entries()) {
      if (!outcome) continue
      count++
      if (outcome.isSame) continue
      const asking = some[at] as Asking
      const explainedBy = compared.explain(asking)
      different++
      if (explainedBy === undefined) unexplained++
      if (!worst || (worst.explainedBy !== undefined && explainedBy === undefined)) worst = { asking, explainedBy }
    }
  }
  const { flagKey, environment } = compared
  const example = worst && (await smallest(compared, worst.asking.probe))
  const explained = worst?.explainedBy === undefined ? {} : { explainedBy: worst.explainedBy }
  const flag = {
    flagKey,
    environment,
    compared: count,
    different,
    ...(example ? { example: { ...example, ...explained } } : {}),
  }
  return { flag, unexplained }
}

/** What still differs when whatever it does not depend on is left out. */
const smallest = async (compared: Compared, probe: Probe): Promise<VerifiedFlag['example']> => {
  let least = probe
  for (const name of Object.keys(probe.attributes)) {
    const { [name]: _, ...attributes } = least.attributes
    const fewer = { ...least, attributes }
    if ((await askBoth(compared, fewer))?.isSame === false) least = fewer
  }
  for (const name of ['anonymousId', 'userId'] as const) {
    const { [name]: _, ...fewer } = least
    if ((await askBoth(compared, fewer))?.isSame === false) least = fewer
  }
  const outcome = await askBoth(compared, least)
  return outcome && { context: least, theirs: outcome.theirs, ours: outcome.ours }
}
