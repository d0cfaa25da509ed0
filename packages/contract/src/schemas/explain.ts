import type { ConditionExplanation, EvaluationContext } from '@bunting/engine'
import { z } from 'zod'
import { contextProblems } from '../context.ts'
import { limits } from '../limits.ts'
import { body, versionNumber } from './common.ts'
import { describedValue } from './condition-value.ts'
import { describedShare } from './conditions.ts'
import { draftBody, flagValue } from './flag-config.ts'
import { segmentDraftBody } from './segment-config.ts'

const text = { type: 'string', maxLength: limits.attributeText } as const
const scalars = [text, { type: 'number' }, { type: 'boolean' }] as const

/** Checked by hand, as in Delivery, because a zod record drops attributes named `__proto__`. */
export const contextSchema = z
  .unknown()
  .check((check) => {
    for (const problem of contextProblems(check.value)) {
      check.issues.push({
        code: 'custom',
        input: check.value,
        path: problem.path === '' ? [] : [problem.path],
        message: problem.message,
      })
    }
  })
  .meta({
    id: 'EvaluationContext',
    override: {
      type: 'object',
      properties: {
        userId: { ...text, type: ['string', 'null'] },
        anonymousId: { ...text, type: ['string', 'null'] },
        attributes: {
          type: ['object', 'null'],
          maxProperties: limits.attributes,
          additionalProperties: {
            anyOf: [
              ...scalars,
              { type: 'null' },
              {
                type: 'array',
                maxItems: limits.listItems,
                items: { anyOf: [...scalars] },
                description: 'Each element counts: a condition holds where it holds for any of them.',
              },
            ],
          },
        },
      },
    },
  }) as unknown as z.ZodType<EvaluationContext, EvaluationContext>

export const explainBody = body({ context: contextSchema, config: draftBody.optional() }).meta({ id: 'ExplainBody' })

const reason = z.enum(['DISABLED', 'RULE_MATCH', 'ROLLOUT', 'DEFAULT', 'FLAG_NOT_FOUND', 'ERROR'])

export const evaluationResultSchema = z
  .object({
    value: flagValue.nullable(),
    reason,
    ruleId: z.string().optional(),
    variant: z.string().optional(),
    prerequisite: z
      .string()
      .optional()
      .meta({ description: 'The first of the prerequisites that does not hold: the flag is off because of it.' }),
  })
  .meta({ id: 'EvaluationResult' })

const hashExplanation = z
  .object({
    kind: z.string(),
    value: z.int().min(0).meta({ description: 'What the unit drew, of `of`.' }),
    of: z.int().min(1),
    limit: z.int().min(0).meta({ description: 'The first that is not in.' }),
    oneDraw: z.literal(true).optional().meta({ description: 'The rollout and the distribution are the same draw.' }),
  })
  .meta({ id: 'HashExplanation' })

const because = z.enum(['included', 'excluded', 'rule', 'none'])
const matched = { type: 'boolean' } as const
const explainedMembers = { type: 'array', items: { $ref: '#/components/schemas/ConditionExplanation' } } as const

/** The tree of conditions, each with its result. It only occurs in responses. */
const conditionExplanation = z.unknown().meta({
  id: 'ConditionExplanation',
  override: {
    anyOf: [
      {
        type: 'object',
        required: ['attribute', 'operator', 'actual', 'matched'],
        additionalProperties: false,
        properties: {
          attribute: { type: 'string' },
          operator: { type: 'string' },
          value: describedValue(),
          ignoreCase: { type: 'boolean' },
          actual: { anyOf: [...describedValue().anyOf, { type: 'null' }] },
          matched,
        },
      },
      {
        type: 'object',
        required: ['operator', 'value', 'segments', 'matched'],
        additionalProperties: false,
        properties: {
          operator: { type: 'string' },
          value: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
          segments: {
            type: 'array',
            items: {
              type: 'object',
              required: ['key', 'in', 'because'],
              additionalProperties: false,
              properties: {
                key: { type: 'string' },
                in: { type: 'boolean' },
                because: { type: 'string', enum: [...because.options] },
                ruleId: { type: 'string' },
              },
            },
          },
          matched,
        },
      },
      {
        type: 'object',
        required: ['operator', 'value', 'matched'],
        additionalProperties: false,
        properties: {
          operator: { type: 'string' },
          attribute: { type: 'string' },
          value: describedShare(),
          hash: { $ref: '#/components/schemas/HashExplanation' },
          matched,
        },
      },
      ...['all', 'any', 'none'].map((name) => ({
        type: 'object' as const,
        required: [name, 'matched'],
        additionalProperties: false,
        properties: { [name]: explainedMembers, matched },
      })),
    ],
  },
}) as unknown as z.ZodType<ConditionExplanation, ConditionExplanation>

export const explanationSchema = z
  .object({
    result: evaluationResultSchema,
    version: versionNumber.nullable().meta({ description: 'The version that was explained; null for a draft.' }),
    rules: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        outcome: z.enum(['matched', 'not_matched', 'disabled', 'outside_rollout', 'not_reached']),
        bucket: z.int().min(0).max(99_999).optional(),
        threshold: z.int().min(0).max(100_000).optional(),
        hash: hashExplanation.optional(),
        conditions: z.array(conditionExplanation).optional(),
      }),
    ),
    prerequisites: z
      .array(
        z.object({
          flagKey: z.string(),
          values: z.array(flagValue).readonly(),
          actual: flagValue.nullable(),
          reason,
          matched: z.boolean(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Explanation' })

export const explainSegmentBody = body({ context: contextSchema, config: segmentDraftBody.optional() }).meta({
  id: 'ExplainSegmentBody',
})

export const segmentExplanationSchema = z
  .object({
    in: z.boolean(),
    because,
    ruleId: z.string().optional(),
    version: versionNumber.nullable().meta({ description: 'The version that was explained; null for a draft.' }),
    rules: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        outcome: z.enum(['matched', 'not_matched', 'disabled', 'not_reached']),
        conditions: z.array(conditionExplanation).optional(),
      }),
    ),
  })
  .meta({ id: 'SegmentExplanation' })
