import type { FlagValue } from '@bunting/engine'
import { type RuleEntry, type RuleHead, ruleFor } from './rules.ts'
import { type Drawing, inRuns, isWhole, joinRuns, percentageAt, type Run, weightsOf } from './split.ts'
import { all } from './tree.ts'

/** The answers of the shares of a split. */
export type Shares = {
  answerOf(share: number): FlagValue
  variantOf(share: number): string
  /** The weight in the source, for people to recognize. */
  weightOf?(share: number): number
}

/** Converts a split to one rule, or to one for each part if a boolean value occurs more than once. */
export const splitRules = (head: RuleHead, drawing: Drawing, runs: readonly Run[], shares: Shares): RuleEntry[] => {
  const { kind, salt, attribute } = drawing
  const drawn = { ...(attribute === undefined ? {} : { bucketBy: attribute }), hash: { kind, salt } }
  const joined = joinRuns(runs, shares.variantOf)
  const [first] = joined
  if (!first) return []
  const answerOf = (part: typeof first) => shares.answerOf(part.runs[0]?.share ?? 0)
  if (joined.length === 1) {
    const [start, ...others] = first.runs
    if (start?.from === 0 && others.every((run, at) => run.from === first.runs[at]?.to)) {
      const rolloutPercentage = percentageAt(drawing, first.runs.at(-1)?.to ?? 0)
      return ruleFor(head, { value: answerOf(first), rolloutPercentage, ...drawn })
    }
    return ruleFor({ ...head, tree: all(head.tree, inRuns(drawing, runs)) }, { value: answerOf(first) })
  }
  if (new Set(joined.map(({ key }) => key)).size < joined.length) {
    return joined.flatMap((part, at) => {
      const tree = all(head.tree, inRuns(drawing, part.runs))
      return ruleFor({ ...head, id: `${head.id}-${at + 1}`, tree }, { value: answerOf(part) })
    })
  }
  const spans = joined.map(({ runs }) => ({ from: runs[0]?.from ?? 0, to: runs.at(-1)?.to ?? 0, share: 0 }))
  const { weightOf } = shares
  const own = weightOf && joined.map(({ runs }) => sum([...new Set(runs.map(({ share }) => share))].map(weightOf)))
  const weights = weightsOf(drawing, spans, own)
  const tree = isWhole(drawing, runs) ? head.tree : all(head.tree, inRuns(drawing, runs))
  const distribution = joined.map(({ key }, at) => ({ variant: key, weight: weights[at] ?? 0 }))
  return ruleFor({ ...head, tree }, { distribution, ...drawn })
}

const sum = (numbers: readonly number[]): number =>
  Number(numbers.reduce((total, number) => total + number, 0).toFixed(6))
