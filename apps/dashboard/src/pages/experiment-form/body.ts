import type { NewExperiment } from '../../api/experiments.ts'
import { eventProblem } from '../../features/experiments/event-problem.ts'
import { expectedUnitsOf } from '../../features/experiments/planning.ts'
import { descriptionProblem, nameProblem } from '../../format/field-problems.ts'
import { effectOf, minimumDaysOf } from './design.ts'
import { endOf } from './planned-end.ts'
import type { ExperimentFormState } from './use-experiment-form.ts'

type FieldName = 'name' | 'hypothesis' | 'flag' | 'rule' | 'primary' | 'effect' | 'minimumDays' | 'exposure'

export type Problems = { [name in FieldName]?: string | undefined }

/** The problems of the form, by field. */
export const problemsOf = ({ design, flag, rules, primary }: ExperimentFormState): Problems => ({
  name: nameProblem(design.name),
  hypothesis: descriptionProblem(design.hypothesis),
  flag: flag ? undefined : 'Which flag is tried?',
  rule: !flag || rules.length > 0 ? undefined : 'No rule of it splits here. Split one first.',
  primary: primary ? undefined : 'Which metric decides?',
  effect: effectOf(design) === undefined ? 'From 0.1 % to 1,000 %.' : undefined,
  minimumDays: minimumDaysOf(design) === undefined ? 'Whole days, from 0 to 90.' : undefined,
  exposure: design.exposureEvent === undefined ? undefined : eventProblem(design.exposureEvent.trim()),
})

export const bodyOf = (state: ExperimentFormState, now: Date): NewExperiment => {
  const { design, plan, isUnknown } = state
  const planned = plan?.[design.method]
  return {
    name: design.name.trim(),
    hypothesis: design.hypothesis.trim() || null,
    ruleId: design.ruleId ?? '',
    control: design.control ?? '',
    primary: design.primary ?? '',
    secondary: [...design.secondary],
    guardrails: [...design.guardrails],
    exposure: design.exposureEvent === undefined ? 'evaluation' : { event: design.exposureEvent.trim() },
    source: design.source,
    minimumEffect: effectOf(design) ?? 0.05,
    plannedEnd: endOf(state, now)?.toISOString() ?? null,
    minimumDays: minimumDaysOf(design) ?? 7,
    confidence: design.confidence,
    method: design.method,
    // With units of its own the service plans by itself when it starts.
    ...(isUnknown && planned && { expectedUnits: expectedUnitsOf(planned.unitsPerVariant) }),
  }
}
