import type { EvaluationContext } from '@bunting/engine'
import { z } from 'zod'
import { contextProblems } from '../context.ts'
import { limits } from '../limits.ts'
import { body, versionNumber } from './common.ts'
import { draftBody } from './flag-config.ts'

const flagValue = z.union([z.boolean(), z.string(), z.number()])

const text = { type: 'string', maxLength: limits.attributeText } as const

/** Checked by hand, as Delivery does, because a record drops attributes named `__proto__`. */
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
            anyOf: [text, { type: 'number' }, { type: 'boolean' }, { type: 'null' }],
          },
        },
      },
    },
  }) as unknown as z.ZodType<EvaluationContext, EvaluationContext>

export const explainBody = body({ context: contextSchema, config: draftBody.optional() }).meta({ id: 'ExplainBody' })

export const evaluationResultSchema = z
  .object({
    value: flagValue.nullable(),
    reason: z.enum(['DISABLED', 'RULE_MATCH', 'ROLLOUT', 'DEFAULT', 'FLAG_NOT_FOUND', 'ERROR']),
    ruleId: z.string().optional(),
    variant: z.string().optional(),
  })
  .meta({ id: 'EvaluationResult' })

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
        conditions: z
          .array(
            z.object({
              attribute: z.string(),
              operator: z.string(),
              value: z.union([flagValue, z.array(flagValue).readonly()]).optional(),
              actual: flagValue.nullable(),
              matched: z.boolean(),
            }),
          )
          .optional(),
      }),
    ),
  })
  .meta({ id: 'Explanation' })
