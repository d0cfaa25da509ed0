import type { FlagConfig } from '@bunting/engine'
import { z } from 'zod'
import { limits } from '../limits.ts'
import { body, comment, description, flagKey, id, line, list, maybeList } from './common.ts'
import { conditions, configKey } from './conditions.ts'
import { documentProblem, jsonDocument } from './json-value.ts'
import { hashSchema, percentage } from './shares.ts'

/** Reports the problem of a document if the value is an object or an array. */
const orElse = (message: string) => ({
  error: ({ input }: { input?: unknown }) =>
    (typeof input === 'object' && input !== null ? documentProblem(input) : undefined) ?? message,
})

const text = z.string().max(limits.configText)
const finite = z.number()
export const flagValue = z
  .union([z.boolean(), text, finite, jsonDocument], orElse('must be boolean, string, number, or JSON'))
  .meta({ id: 'FlagValue' })

export const shareSchema = body({ variant: configKey, weight: z.number().positive().max(limits.weight) }).meta({
  id: 'Share',
})

/** The audience of a rule. */
export const audienceShape = {
  id: configKey,
  name: line(limits.name),
  enabled: z.boolean(),
  conditionOperator: z.enum(['AND', 'OR']),
  conditions,
}

/** The audience of a rule in a request, with defaults. */
export const audienceBody = {
  id: audienceShape.id.optional(),
  name: audienceShape.name.default(''),
  enabled: audienceShape.enabled.default(true),
  conditionOperator: audienceShape.conditionOperator.default('AND'),
  conditions: audienceShape.conditions.default([]),
}

const distribution = list(shareSchema, limits.variants, 1)

/** The fields of a rule: its audience, and its answer. */
export const ruleShape = {
  ...audienceShape,
  value: flagValue.optional(),
  rolloutPercentage: percentage.optional(),
  distribution: distribution.optional(),
  bucketBy: configKey.optional(),
  hash: hashSchema.optional(),
}

/** The distribution in a request. */
export const maybeDistribution = maybeList(distribution)

const ruleSchema = z.object(ruleShape).meta({ id: 'Rule' })

const ruleBody = body({ ...ruleShape, ...audienceBody, distribution: maybeDistribution }).meta({ id: 'RuleBody' })

const variantSchema = body({
  key: configKey,
  value: z.union([text, finite, jsonDocument], orElse('must be string, number or JSON')),
  description: description.optional(),
}).meta({ id: 'Variant' })

const prerequisiteSchema = body({
  flagKey,
  values: list(flagValue, limits.prerequisiteValues, 1),
}).meta({ id: 'Prerequisite', description: 'Holds where that flag is on and answers one of the values.' })

const prerequisites = list(prerequisiteSchema, limits.prerequisites, 1)

const configShape = {
  enabled: z.boolean(),
  defaultValue: flagValue,
  variants: list(variantSchema, limits.variants).optional(),
  prerequisites: prerequisites.optional(),
}

export const flagConfigSchema: z.ZodType<FlagConfig> = z
  .object({ version: z.int().min(0), ...configShape, rules: z.array(ruleSchema) })
  .meta({ id: 'FlagConfig' })

const configBody = <Version extends z.ZodType, More extends z.core.$ZodLooseShape>(version: Version, more: More) =>
  body({
    version,
    ...configShape,
    prerequisites: maybeList(prerequisites),
    rules: list(ruleBody, limits.rules),
    ...more,
  })

const emergency = z.boolean().optional().meta({
  description:
    'Past the proposals of a protected environment that allows it (`emergency`): for admins, and with a `comment`.',
})

export const wholeFrom = (least: number) => z.int(`must be a whole number from ${least}`).min(least)

/** The body of Update Config; `version` is the new version. */
export const flagVersionBody = configBody(wholeFrom(1), { comment: comment.optional(), emergency })
  .refine(({ emergency, comment }) => emergency !== true || comment !== undefined, {
    path: ['comment'],
    message: 'must say why, where emergency is true',
  })
  .meta({ id: 'FlagVersionBody' })

/** Fields of a proposal besides the config, for flags and segments. */
export const proposing = {
  comment: comment.optional(),
  replaces: id('prop').optional().meta({
    description: 'A pending proposal of yours for the same: it is rejected by you, with a note, as this one is made.',
  }),
}

/** The body of Create Proposal; `version` is the latest version that the proposer saw, 0 if there was none. */
export const proposalBody = configBody(wholeFrom(0), proposing).meta({ id: 'ProposalBody' })

/** A config that is tried before it is saved. */
export const draftBody = configBody(wholeFrom(0).optional(), {}).meta({ id: 'Draft' })

export type ConfigBody = z.output<typeof draftBody>
