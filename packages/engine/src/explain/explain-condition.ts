import type { CompiledSegment } from '../compile/condition.ts'
import { type CompiledCondition, comparisonHolds, conditionHolds, groupHolds } from '../compile/condition.ts'
import { conditionsHold } from '../evaluate/interpret.ts'
import type { EvaluationId } from '../evaluate/memo.ts'
import type { HashExplanation } from '../hash/hashed-rollout.ts'
import { shareHolds } from '../hash/share.ts'
import type {
  AttributeCondition,
  AttributeValue,
  EvaluationContext,
  SegmentCondition,
  ShareCondition,
} from '../types.ts'
import { isMissing } from '../values/list.ts'

/** The reason why a context is in a segment, or not. */
export type Because = 'included' | 'excluded' | 'rule' | 'none'

type SegmentReason = { key: string; in: boolean; because: Because; ruleId?: string }

/** A condition with the attribute's value (null if it is missing) and the result. A group contains its members. */
export type ConditionExplanation =
  | (AttributeCondition & { actual: AttributeValue | null; matched: boolean })
  | (SegmentCondition & { segments: SegmentReason[]; matched: boolean })
  | (ShareCondition & { hash?: HashExplanation; matched: boolean })
  | { all: ConditionExplanation[]; matched: boolean }
  | { any: ConditionExplanation[]; matched: boolean }
  | { none: ConditionExplanation[]; matched: boolean }

export function explainCondition(
  compiled: CompiledCondition,
  context: EvaluationContext,
  evaluation: EvaluationId,
): ConditionExplanation {
  if (compiled.kind === 'comparison') {
    const actual = compiled.read(context)
    return {
      ...compiled.condition,
      actual: isMissing(actual) ? null : (actual as AttributeValue),
      matched: comparisonHolds(compiled, actual),
    }
  }
  if (compiled.kind === 'membership') {
    const segments = compiled.segments.map((segment) => ({
      key: segment.key,
      ...reasonOf(segment, context, evaluation),
    }))
    return { ...compiled.condition, segments, matched: segments.some((each) => each.in) !== compiled.negated }
  }
  if (compiled.kind === 'share') {
    const { condition, of, end: limit } = compiled
    const value = compiled.drawFor(context)
    // Without a unit there is no draw.
    const hash = value < 0 ? {} : { hash: { kind: condition.value.kind ?? 'bunting', value, of, limit } }
    return { ...condition, ...hash, matched: shareHolds(compiled, context) }
  }
  const { name } = compiled
  const members = compiled.members.map((member) => explainCondition(member, context, evaluation))
  const matched = groupHolds(name, members, (member) => member.matched)
  return { [name]: members, matched } as ConditionExplanation
}

/** Tells whether a context is in a segment, and why. */
export function reasonOf(
  { inLists, rules, ask }: CompiledSegment,
  context: EvaluationContext,
  evaluation: EvaluationId,
): Omit<SegmentReason, 'key'> {
  const listed = inLists(context)
  if (listed !== undefined) return { in: listed, because: listed ? 'included' : 'excluded' }
  if (!ask(context, evaluation)) return { in: false, because: 'none' }
  const rule = rules.find((each) => conditionsHold(each, (condition) => conditionHolds(condition, context, evaluation)))
  return { in: true, because: 'rule', ...(rule && { ruleId: rule.id }) }
}
