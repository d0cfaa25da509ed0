import { type FlagConfig, operatorNames } from '@bunting/engine'
import { z } from 'zod'
import { limits } from '../limits.ts'
import { body, description, line, list } from './common.ts'
import { conditionValue } from './condition-value.ts'

const valueMessage = 'must be boolean, string or number'
const finite = z.number()
const flagValue = z
  .union([z.boolean(), z.string().max(limits.configText), finite], valueMessage)
  .meta({ id: 'FlagValue' })
const configKey = z.string().min(1).max(limits.configKey)

const conditionSchema = body({
  attribute: configKey,
  operator: z.enum(operatorNames),
  value: conditionValue.optional(),
}).meta({ id: 'Condition' })

const shareSchema = body({ variant: configKey, weight: z.number().positive() }).meta({ id: 'Share' })

const thousandths = (percentage: number) => Number.isInteger(Number((percentage * 1_000).toFixed(6)))

const ruleShape = {
  id: configKey,
  name: line(limits.name),
  enabled: z.boolean(),
  conditionOperator: z.enum(['AND', 'OR']),
  conditions: list(conditionSchema, limits.conditions),
  value: flagValue.optional(),
  rolloutPercentage: z.number().min(0).max(100).refine(thousandths, 'must have at most 3 decimals').optional(),
  distribution: list(shareSchema, limits.variants, 1).optional(),
  bucketBy: configKey.optional(),
}

const ruleSchema = z.object(ruleShape).meta({ id: 'Rule' })

const ruleBody = body({
  ...ruleShape,
  id: ruleShape.id.optional(),
  name: ruleShape.name.default(''),
  enabled: ruleShape.enabled.default(true),
  conditionOperator: ruleShape.conditionOperator.default('AND'),
  conditions: ruleShape.conditions.default([]),
}).meta({ id: 'RuleBody' })

const variantSchema = body({
  key: configKey,
  value: z.union([z.string().max(limits.configText), finite], 'must be string or number'),
  description: description.optional(),
}).meta({ id: 'Variant' })

const configShape = {
  enabled: z.boolean(),
  defaultValue: flagValue,
  variants: list(variantSchema, limits.variants).optional(),
}

export const flagConfigSchema: z.ZodType<FlagConfig> = z
  .object({ version: z.int().min(0), ...configShape, rules: z.array(ruleSchema) })
  .meta({ id: 'FlagConfig' })

const configBody = <Version extends z.ZodType>(version: Version) =>
  body({ version, ...configShape, rules: list(ruleBody, limits.rules) })

const wholeFrom = (least: number) => z.int(`must be a whole number from ${least}`).min(least)

/** What Update Config takes: `version` is the one it makes. */
export const flagVersionBody = configBody(wholeFrom(1)).meta({ id: 'FlagVersionBody' })

/** What Create Proposal takes: `version` is the latest one that the proposer saw, 0 where there is none. */
export const proposalBody = configBody(wholeFrom(0)).meta({ id: 'ProposalBody' })

/** A config that is tried out before it is saved. */
export const draftBody = configBody(wholeFrom(0).optional()).meta({ id: 'Draft' })

export type ConfigBody = z.output<typeof draftBody>
