import type { EvaluationContext } from '@bunting/engine'
import { z } from 'zod'
import { contextProblems } from '../context.ts'
import { body } from './common.ts'
import { draftBody } from './flag-config.ts'

const flagValue = z.union([z.boolean(), z.string(), z.number()])

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
        userId: { type: 'string' },
        anonymousId: { type: 'string' },
        attributes: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
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
    version: z.int().nullable().meta({ description: 'The version that was explained; null for a draft.' }),
    rules: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        outcome: z.enum(['matched', 'not_matched', 'disabled', 'outside_rollout', 'not_reached']),
        bucket: z.int().optional(),
        threshold: z.int().optional(),
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
