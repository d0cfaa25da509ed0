import { compileFlags } from '../compile/compile-flags.ts'
import type { FindList } from '../compile/large-list.ts'
import { conditionsHold } from '../evaluate/interpret.ts'
import { nextEvaluation } from '../evaluate/memo.ts'
import { askIn } from '../evaluate/node.ts'
import type { FlagsSource } from '../graph/flag-graph.ts'
import type { EvaluationContext, Segment } from '../types.ts'
import { type Because, type ConditionExplanation, explainCondition, reasonOf } from './explain-condition.ts'

type SegmentRuleExplanation = {
  id: string
  name: string
  outcome: 'matched' | 'not_matched' | 'disabled' | 'not_reached'
  conditions?: ConditionExplanation[]
}

export type SegmentExplanation = {
  in: boolean
  because: Because
  ruleId?: string
  rules: SegmentRuleExplanation[]
}

/** Tells whether a context is in a segment, and why; undefined if the segment cannot be read. */
export function explainSegment(
  key: string,
  segments: FlagsSource['segments'],
  context: EvaluationContext,
  findList?: FindList,
): SegmentExplanation | undefined {
  const compiled = compileFlags({ flags: new Map(), segments, ...(findList && { findList }) }).segments.get(key)
  if (!compiled) return undefined
  const evaluation = nextEvaluation()
  askIn(compiled)(context, evaluation)
  const reason = reasonOf(compiled, context, evaluation)
  const segment = segments.get(key) as Segment
  if ('large' in segment) return { ...reason, rules: [] }
  let isOver = reason.because === 'included' || reason.because === 'excluded'
  const rules = segment.config.rules.map(({ id, name, enabled }): SegmentRuleExplanation => {
    if (isOver) return { id, name, outcome: 'not_reached' }
    const rule = enabled ? compiled.rules.find((each) => each.id === id) : undefined
    if (!rule) return { id, name, outcome: 'disabled' }
    const conditions = rule.conditions.map((condition) => explainCondition(condition, context, evaluation))
    isOver = conditionsHold(rule, (_, at) => conditions[at]?.matched === true)
    return { id, name, outcome: isOver ? 'matched' : 'not_matched', conditions }
  })
  return { ...reason, rules }
}
