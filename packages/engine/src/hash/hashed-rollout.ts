import { type Read, readAttribute } from '../compile/attribute.ts'
import type { Outcomes } from '../compile/outcome.ts'
import { unitOf } from '../compile/unit.ts'
import type { EvaluationContext, Rule, RuleHash, Share } from '../types.ts'
import type { Draws } from './draws.ts'
import { type Draw, limitOf } from './kinds.ts'

type Limited = Draw & { readonly end: number }
type Split<Outcome> = Draw & {
  /** The end of each share. */
  readonly ends: readonly number[]
  readonly outcomes: readonly (Outcome | undefined)[]
}

/** A rollout, a distribution or both, drawn as another service does. */
export type HashedRollout<Outcome> = {
  readonly hash: RuleHash
  readonly bucketBy: Read | undefined
  readonly rollout: Limited | undefined
  readonly split: Split<Outcome> | undefined
  /** The outcome for every unit in the rollout, if there is no split. */
  readonly outcome: Outcome | undefined
}

export function compileHashedRollout<Outcome>(
  { id, value, rolloutPercentage, distribution, bucketBy }: Rule,
  hash: RuleHash,
  outcomes: Outcomes<Outcome>,
  draws: Draws,
): HashedRollout<Outcome> {
  return {
    hash,
    bucketBy: bucketBy ? readAttribute(bucketBy) : undefined,
    rollout: rolloutPercentage === undefined ? undefined : limited(hash, rolloutPercentage, draws),
    split: distribution && splitOf(hash, id, distribution, outcomes, draws),
    outcome: distribution || value === undefined ? undefined : outcomes.ofValue(value, 'ROLLOUT', id),
  }
}

const limited = ({ kind, salt }: RuleHash, percentage: number, draws: Draws): Limited => {
  const draw = draws(kind, salt, 'rollout')
  return { ...draw, end: limitOf(draw.of, percentage, 100) }
}

function splitOf<Outcome>(
  { kind, salt, splitSalt = salt }: RuleHash,
  ruleId: string,
  shares: readonly Share[],
  variants: Pick<Outcomes<Outcome>, 'ofVariant'>,
  draws: Draws,
): Split<Outcome> {
  const total = shares.reduce((sum, { weight }) => sum + weight, 0)
  const draw = draws(kind, splitSalt, { split: total })
  let running = 0
  const ends = shares.map(({ weight }) => {
    running += weight
    return limitOf(draw.of, running, total)
  })
  const outcomes = shares.map(({ variant }) => variants.ofVariant(variant, ruleId))
  // A share that names an unknown variant makes the whole split empty.
  return { ...draw, ends, outcomes: outcomes.includes(undefined) ? [] : outcomes }
}

/** The outcome for the context's unit; undefined without a unit, or outside the rollout. */
export function rollOutHashed<Outcome>(
  { bucketBy, rollout, split, outcome }: HashedRollout<Outcome>,
  context: EvaluationContext,
): Outcome | undefined {
  const unit = unitOf(bucketBy, context)
  if (unit === undefined || (rollout && rollout.draw(unit) >= rollout.end)) return undefined
  return split ? split.outcomes[shareOf(split, unit)] : outcome
}

const shareOf = ({ draw, ends }: Split<unknown>, unit: string): number => {
  const drawn = draw(unit)
  return ends.findIndex((end) => drawn < end)
}

/** The draw of a unit: for the rollout, or for the distribution if there is no rollout. */
export type HashExplanation = { kind: string; value: number; of: number; limit: number; oneDraw?: true }

/** Explains the draw; undefined for a context without a unit. */
export function explainHash(
  { hash, bucketBy, rollout, split }: HashedRollout<unknown>,
  context: EvaluationContext,
): (HashExplanation & { isOutside: boolean }) | undefined {
  const unit = unitOf(bucketBy, context)
  if (unit === undefined) return undefined
  const { kind, salt, splitSalt } = hash
  if (rollout) {
    const value = rollout.draw(unit)
    const oneDraw = split && splitSalt === salt && kind !== 'unleash' ? { oneDraw: true as const } : {}
    return { kind, value, of: rollout.of, limit: rollout.end, ...oneDraw, isOutside: value >= rollout.end }
  }
  if (!split) return undefined
  const limit = split.ends[shareOf(split, unit)] ?? split.of
  return { kind, value: split.draw(unit), of: split.of, limit, isOutside: false }
}
