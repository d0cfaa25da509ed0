import type { NewExperiment } from '../../api/experiments.ts'
import { descriptionProblem, nameProblem } from '../../format/field-problems.ts'
import { effectOf } from './design.ts'
import { confidence, expectedUnitsOf, minimumDays, plannedEndOf } from './planning.ts'
import type { NewExperimentState } from './use-new-experiment.ts'

export type Problems = { [name in 'name' | 'hypothesis' | 'flag' | 'rule' | 'primary' | 'effect']?: string | undefined }

/** What is wrong with the form, field by field. */
export const problemsOf = ({ design, flag, rules, primary }: NewExperimentState): Problems => ({
  name: nameProblem(design.name),
  hypothesis: descriptionProblem(design.hypothesis),
  flag: flag ? undefined : 'Which flag is tried?',
  rule: !flag || rules.length > 0 ? undefined : 'No rule of it splits here. Split one first.',
  primary: primary ? undefined : 'Which metric decides?',
  effect: effectOf(design) === undefined ? 'From 0.1 % to 1,000 %.' : undefined,
})

export const bodyOf = (state: NewExperimentState, now: Date): NewExperiment => {
  const { design, plan, metrics = [], isUnknown } = state
  const { method, primary = '', secondary, guardrails } = design
  const used = metrics.filter(({ key }) =>
    [primary, ...secondary, ...guardrails.map(({ metric }) => metric)].includes(key),
  )
  const planned = plan?.[method]
  const end = method === 'sequential' ? null : plannedEndOf(now, planned?.days ?? null, used)
  return {
    name: design.name.trim(),
    hypothesis: design.hypothesis.trim() || null,
    ruleId: design.ruleId ?? '',
    control: design.control ?? '',
    primary,
    secondary: [...secondary],
    guardrails: [...guardrails],
    minimumEffect: effectOf(design) ?? 0.05,
    plannedEnd: end?.toISOString() ?? null,
    minimumDays,
    confidence,
    method,
    // With units of its own the service plans by itself when it starts.
    expectedUnits: isUnknown && planned ? expectedUnitsOf(planned.unitsPerVariant) : null,
  }
}
