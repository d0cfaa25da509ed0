import { type CompiledFlag, type FlagValue, sameValue } from '@bunting/engine'
import type { FindingCode } from '../finding-codes.ts'
import type { VerifiedFlag } from '../report/report.ts'
import type { Engine, Probe } from './engine.ts'

/** A flag of Bunting, with the source's engine to compare it with. */
export type Compared = {
  flagKey: string
  environment: string
  ours: CompiledFlag
  defaultValue: FlagValue
  engine: Engine
  explain(probe: Probe, isLeftToCode: boolean): FindingCode | undefined
}

type Outcome = { theirs: unknown; ours: unknown; isSame: boolean; isLeftToCode: boolean } | undefined

/** Asks both engines. If the service leaves the answer to the code, Bunting's default value stands for that. */
const askBoth = async ({ flagKey, ours, defaultValue, engine }: Compared, probe: Probe): Promise<Outcome> => {
  const answer = await engine.ask(flagKey, probe)
  if (answer === 'unaskable') return undefined
  const { value } = ours.evaluate(probe)
  const theirs = answer === undefined ? defaultValue : answer.value
  return { theirs, ours: value, isSame: sameValue(theirs, value), isLeftToCode: answer === undefined }
}

const atOnce = 16

export const compareFlag = async (
  compared: Compared,
  probes: readonly Probe[],
): Promise<{ flag: VerifiedFlag; unexplained: number }> => {
  let count = 0
  let different = 0
  let unexplained = 0
  let worst: { probe: Probe; explainedBy: FindingCode | undefined } | undefined
  for (let from = 0; from < probes.length; from += atOnce) {
    const some = probes.slice(from, from + atOnce)
    const outcomes = await Promise.all(some.map((probe) => askBoth(compared, probe)))
    for (const [at, outcome] of outcomes.entries()) {
      if (!outcome) continue
      count++
      if (outcome.isSame) continue
      const probe = some[at] as Probe
      const explainedBy = compared.explain(probe, outcome.isLeftToCode)
      different++
      if (explainedBy === undefined) unexplained++
      if (!worst || (worst.explainedBy !== undefined && explainedBy === undefined)) worst = { probe, explainedBy }
    }
  }
  const { flagKey, environment } = compared
  const example = worst && (await smallest(compared, worst))
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

type Example = { probe: Probe; explainedBy: FindingCode | undefined }

/** Removes all parts of a context that do not matter: it still differs, for the same reason. */
const smallest = async (compared: Compared, { probe, explainedBy }: Example): Promise<VerifiedFlag['example']> => {
  let least = probe
  const leaveOut = async (fewer: Probe) => {
    const outcome = await askBoth(compared, fewer)
    if (outcome?.isSame === false && compared.explain(fewer, outcome.isLeftToCode) === explainedBy) least = fewer
  }
  for (const name of Object.keys(probe.attributes)) {
    const { [name]: _, ...attributes } = least.attributes
    await leaveOut({ ...least, attributes })
  }
  for (const name of ['anonymousId', 'userId'] as const) {
    const { [name]: _, ...fewer } = least
    await leaveOut(fewer)
  }
  const outcome = await askBoth(compared, least)
  return outcome && { context: least, theirs: outcome.theirs, ours: outcome.ours }
}
