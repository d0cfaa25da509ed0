import { type FlagConfig, type FlagValue, type Rule, sameValue } from '@bunting/engine'

export type Draft = Omit<FlagConfig, 'version'>

const everyone = 100

/**
 * The largest share of people, in percent, whose answer may be another after the change. It is a bound: how many people meet
 * a rule's conditions is not known, so each rule counts as if everyone did.
 */
export const changedShare = (before: Draft | undefined, after: Draft): number => {
  if (!before) return everyone
  if (!before.enabled && !after.enabled) return sameValue(before.defaultValue, after.defaultValue) ? 0 : everyone
  if (!hasSameFrame(before, after)) return everyone
  if (before.enabled !== after.enabled) {
    const { rules } = before.enabled ? before : after
    return atMostEveryone(rules.filter(isOn).map(shareOf))
  }
  return atMostEveryone(idsOf(before, after).map((id) => changedByRule(findRule(before, id), findRule(after, id))))
}

export const peopleText = (share: number): string => {
  if (share === 0) return 'Nobody gets another answer.'
  if (share === everyone) return 'Everyone may get another answer.'
  return `At most ${round(share)} % of people get another answer.`
}

const round = (share: number): number => Math.round(share * 1_000) / 1_000

const atMostEveryone = (shares: readonly number[]): number =>
  Math.min(
    everyone,
    shares.reduce((sum, share) => sum + share, 0),
  )

/** Tells whether the configs differ in nothing that concerns more than single rules, nor in the order of the rules. */
const hasSameFrame = (before: Draft, after: Draft): boolean => {
  const kept = (one: Draft, other: Draft) => one.rules.map(({ id }) => id).filter((id) => findRule(other, id))
  return (
    sameValue(before.defaultValue, after.defaultValue) &&
    sameValue(before.variants ?? [], after.variants ?? []) &&
    sameValue(before.prerequisites ?? [], after.prerequisites ?? []) &&
    sameValue(kept(before, after), kept(after, before))
  )
}

/** A new rule has no id yet: it counts by its place. */
const idOf = ({ id }: Partial<Rule>, at: number): string => id ?? `new ${at}`

const idsOf = (before: Draft, after: Draft): string[] => [
  ...new Set([...before.rules.map(idOf), ...after.rules.map(idOf)]),
]

const findRule = ({ rules }: Draft, id: string | undefined): Rule | undefined =>
  rules.find((rule, at) => idOf(rule, at) === id)

const isOn = ({ enabled }: Rule): boolean => enabled

const shareOf = ({ rolloutPercentage = everyone }: Rule): number => rolloutPercentage

const changedByRule = (before: Rule | undefined, after: Rule | undefined): number => {
  const [was, is] = [before?.enabled ? before : undefined, after?.enabled ? after : undefined]
  if (!was || !is) return shareOf(was ?? is ?? ({ rolloutPercentage: 0 } as Rule))
  if (sameValue(was, is)) return 0
  if (!sameValue(answerOf(was), answerOf(is))) return Math.max(shareOf(was), shareOf(is))
  if (!sameValue(was.conditions, is.conditions) || was.conditionOperator !== is.conditionOperator) {
    return atMostEveryone([shareOf(was), shareOf(is)])
  }
  return was.bucketBy === is.bucketBy && sameValue(was.hash, is.hash)
    ? Math.abs(shareOf(was) - shareOf(is))
    : drawnAgain(shareOf(was) / everyone, shareOf(is) / everyone)
}

type Answer = { value: FlagValue | undefined; distribution: Rule['distribution'] | undefined }
const answerOf = ({ value, distribution }: Rule): Answer => ({ value, distribution })

/** People who are drawn independently of the draw before: those who leave the share, and those who enter it. */
const drawnAgain = (was: number, is: number): number => everyone * (was * (1 - is) + is * (1 - was))
