import { type Condition, operatorNames, segmentOperatorNames, shareKinds, shareOperator } from '@bunting/engine'
import { z } from 'zod'
import { limits } from '../limits.ts'
import { body, list, segmentKey } from './common.ts'
import { conditionValue, describedValue } from './condition-value.ts'
import { percentage, salt } from './shares.ts'

export const configKey = z.string().min(1).max(limits.configKey)

const attributeCondition = body({
  attribute: configKey,
  operator: z.enum([...operatorNames, ...segmentOperatorNames, shareOperator]),
  value: conditionValue.optional(),
  ignoreCase: z.boolean().optional(),
})

const segmentKeys = z.union([segmentKey, list(segmentKey, limits.segments, 1)], {
  error: `must be the key of a segment, or an array of 1 to ${limits.segments} keys`,
})

const segmentCondition = body({ operator: z.enum(segmentOperatorNames), value: segmentKeys })

const shareCondition = body({
  operator: z.literal(shareOperator),
  attribute: configKey.optional(),
  value: body({ from: percentage, to: percentage, salt, kind: z.enum(shareKinds).optional() }),
})

const groupNames = ['all', 'any', 'none'] as const

const isGroup = (value: object): boolean => groupNames.some((name) => Object.hasOwn(value, name))

const isOfSegments = ({ operator }: { operator?: unknown }): boolean =>
  segmentOperatorNames.some((name) => name === operator)

const schemaOf = (value: { operator?: unknown }) => {
  if (value.operator === shareOperator) return shareCondition
  return isOfSegments(value) ? segmentCondition : attributeCondition
}

type Issue = z.core.$ZodRawIssue

/** All problems of a condition, or of a group and everything in it. */
function* issuesOf(value: unknown, path: PropertyKey[], depth: number): Generator<Issue> {
  const wrong = (message: string, at = path): Issue => ({ code: 'custom', input: value, path: at, message })
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return yield wrong('must be an object')
  if (!isGroup(value)) {
    // Run like the parts of any other schema, so that the caller words the issues.
    const { issues } = schemaOf(value)._zod.run({ value, issues: [] }, { async: false }) as z.core.ParsePayload
    return yield* z.core.util.prefixIssues('', issues).map((issue) => ({
      ...issue,
      path: [...path, ...(issue.path ?? []).slice(1)],
    }))
  }
  const [name = '', ...others] = Object.keys(value)
  if (others.length > 0) return yield wrong('must have exactly one of all, any and none, and nothing else')
  if (depth === limits.groupDepth) return yield wrong(`must not be a group: groups nest at most ${depth} deep`)
  const members: unknown = value[name as keyof object]
  if (!Array.isArray(members) || members.length < 1 || members.length > limits.conditions) {
    return yield wrong(`must be an array of 1 to ${limits.conditions} conditions and groups`, [...path, name])
  }
  for (const [index, member] of members.entries()) yield* issuesOf(member, [...path, name, index], depth + 1)
}

const key = { type: 'string', minLength: 1, maxLength: limits.configKey } as const
const describedPercentage = { type: 'number', minimum: 0, maximum: 100 } as const
export const describedShare = () => ({
  type: 'object' as const,
  required: ['from', 'to', 'salt'],
  additionalProperties: false,
  properties: {
    from: describedPercentage,
    to: describedPercentage,
    salt: { type: 'string' as const, maxLength: limits.salt },
    kind: { type: 'string' as const, enum: [...shareKinds] },
  },
  description: 'Holds for units that are drawn between two percentages. Flags with the same salt draw alike.',
})
const members = {
  type: 'array',
  minItems: 1,
  maxItems: limits.conditions,
  items: { $ref: '#/components/schemas/Condition' },
} as const

/** Checked by hand: for a value that matches no shape a union would report the problems of every shape. */
const condition = z
  .unknown()
  .check((check) => {
    for (const issue of issuesOf(check.value, [], 0)) check.issues.push(issue)
  })
  .meta({
    id: 'Condition',
    description: `Of an attribute, of segments, or a group of conditions: groups nest at most ${limits.groupDepth} deep.`,
    override: {
      anyOf: [
        {
          type: 'object',
          required: ['attribute', 'operator'],
          additionalProperties: false,
          properties: {
            attribute: key,
            operator: { type: 'string', enum: [...operatorNames] },
            value: describedValue(),
            ignoreCase: { type: 'boolean' },
          },
        },
        {
          type: 'object',
          required: ['operator', 'value'],
          additionalProperties: false,
          properties: {
            operator: { type: 'string', enum: [...segmentOperatorNames] },
            value: { anyOf: [key, { type: 'array', minItems: 1, maxItems: limits.segments, items: key }] },
          },
        },
        {
          type: 'object',
          required: ['operator', 'value'],
          additionalProperties: false,
          properties: {
            operator: { type: 'string', enum: [shareOperator] },
            attribute: key,
            value: describedShare(),
          },
        },
        ...groupNames.map((name) => ({
          type: 'object' as const,
          required: [name],
          additionalProperties: false,
          properties: { [name]: members },
        })),
      ],
    },
  }) as unknown as z.ZodType<Condition, Condition>

export const conditions = list(condition, limits.conditions)
