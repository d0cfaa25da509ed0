import { z } from 'zod'
import type { ActorId, EnvironmentId, FlagId, ScheduleId } from '../ids.ts'
import { limits } from '../limits.ts'
import { body, comment, id, instant, lines, list, timestamp, versionNumber, wholeBetween } from './common.ts'
import { configKey } from './conditions.ts'
import { flagValue, maybeDistribution, ruleShape } from './flag-config.ts'

const some = (fields: object): boolean => Object.values(fields).some((value) => value !== undefined)

const ruleChange = body({
  enabled: z.boolean().optional(),
  rolloutPercentage: ruleShape.rolloutPercentage,
  value: ruleShape.value,
  distribution: maybeDistribution,
})
  .refine(some, 'must change something: enabled, rolloutPercentage, value or distribution')
  .refine(({ value, distribution }) => value === undefined || distribution === undefined, {
    path: ['distribution'],
    message: 'must not be there beside value: each replaces the other',
  })
  .meta({ id: 'RuleChange', description: 'A `value` takes the place of a `distribution`, and the reverse.' })

const ruleChanges = z
  .record(configKey, ruleChange)
  .refine((rules) => Object.keys(rules).length <= limits.rules, `must name at most ${limits.rules} rules`)

const stepChange = body({
  enabled: z.boolean().optional(),
  defaultValue: flagValue.optional(),
  rules: ruleChanges.optional().meta({ description: 'By the id of the rule.' }),
})
  .refine(
    ({ rules = {}, ...others }) => some(others) || Object.keys(rules).length > 0,
    'must change something: enabled, defaultValue or rules',
  )
  .meta({ id: 'StepChange', description: 'Of the config that is active then.' })

const after = wholeBetween(1, limits.stepSeconds)

const stepBody = body({
  at: instant.optional(),
  after: after.optional().meta({
    description: 'Seconds since the time that was planned for the step before; of the first, since the start.',
  }),
  change: stepChange,
})
  .refine(({ at, after }) => (at === undefined) !== (after === undefined), 'must have either at or after')
  .meta({ id: 'StepBody' })

const guardrailSchema = body({
  // Reasons and the audit log show it.
  query: lines(limits.guardrailQuery)
    .regex(/\S/, 'must not be empty')
    .meta({ description: 'PromQL with one series as its answer.', example: 'job:errors:ratio5m{job="checkout"}' }),
  above: z.number().optional(),
  below: z.number().optional(),
  for: wholeBetween(0, limits.guardrailSeconds).meta({ description: 'For how many seconds it has to be crossed.' }),
  // biome-ignore lint/suspicious/noThenProperty: a text, which nobody takes for a promise.
  then: z.enum(['pause', 'rollback']),
})
  .refine(({ above, below }) => (above === undefined) !== (below === undefined), 'must have either above or below')
  .meta({ id: 'Guardrail' })

/** The body of Create Schedule. */
export const scheduleBody = body({
  steps: list(stepBody, limits.steps, 1),
  guardrails: list(guardrailSchema, limits.guardrails).default([]),
  comment: comment.optional(),
}).meta({ id: 'ScheduleBody' })

export const scheduleStatusSchema = z.enum(['pending', 'running', 'paused', 'completed', 'cancelled', 'failed'])
export type ScheduleStatus = z.infer<typeof scheduleStatusSchema>

const stepSchema = z
  .object({
    at: timestamp.nullable().meta({ description: 'When it is planned; null before the start, where it is not known.' }),
    after: after.optional().meta({ description: 'There where it was given.' }),
    change: stepChange,
    status: z.enum(['waiting', 'done', 'folded', 'failed']).meta({
      description: '`folded`: it was overdue with the ones after it, whose version has its change too.',
    }),
    version: versionNumber.optional().meta({ description: 'There where it is done: the version that it made.' }),
    doneAt: timestamp.optional(),
  })
  .meta({ id: 'Step' })

const guardrailAnswer = z
  .object({
    askedAt: timestamp,
    value: z.number().optional(),
    unknown: z.string().optional().meta({ description: 'Why there is no number.' }),
    crossedSince: timestamp
      .optional()
      .meta({ description: 'There where it is crossed, or was before it was unknown.' }),
    first: z
      .object({ askedAt: timestamp, value: z.number() })
      .optional()
      .meta({ description: 'The first number that it answered with; there once it was asked again.' }),
  })
  .meta({ id: 'GuardrailAnswer', description: 'Either `value` or `unknown`.' })

export const scheduleSchema = z
  .object({
    id: id('sched'),
    flagId: id('flag'),
    environmentId: id('env'),
    status: scheduleStatusSchema,
    reason: z.string().nullable().meta({ description: 'Why it stands as it does.' }),
    steps: z.array(stepSchema),
    guardrails: z.array(guardrailSchema),
    guardrailAnswers: z
      .array(guardrailAnswer)
      .optional()
      .meta({ description: 'The last answer to each guardrail, in their order; there once they were asked.' }),
    comment: z.string().nullable(),
    createdBy: z.string(),
    createdAt: timestamp,
    endedAt: timestamp.nullable(),
    proposalId: id('prop').optional().meta({ description: 'There where another person has, or had, to approve it.' }),
  })
  .meta({ id: 'Schedule' })

export type StepBody = z.output<typeof stepBody>
export type StepChange = z.output<typeof stepChange>
export type Step = z.infer<typeof stepSchema>
export type Guardrail = z.output<typeof guardrailSchema>
export type GuardrailAnswer = z.infer<typeof guardrailAnswer>
export type Schedule = Omit<z.infer<typeof scheduleSchema>, 'id' | 'flagId' | 'environmentId' | 'createdBy'> & {
  id: ScheduleId
  flagId: FlagId
  environmentId: EnvironmentId
  createdBy: ActorId
}
