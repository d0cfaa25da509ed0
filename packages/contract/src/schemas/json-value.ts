import type { Json, JsonDocument } from '@bunting/engine'
import { z } from 'zod'
import { limits } from '../limits.ts'

export type JsonObject = { readonly [name: string]: Json }

/** The number of levels of a value, without looking deeper than `max`. */
const depthOf = (value: unknown, max: number): number => {
  if (typeof value !== 'object' || value === null) return 0
  if (max === 0) return 1
  return 1 + Object.values(value).reduce((deepest, each) => Math.max(deepest, depthOf(each, max - 1)), 0)
}

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

/** The reason why a parsed value is no document (it is too deep or too large); undefined if it is one. */
export const documentProblem = (value: unknown): string | undefined => {
  if (depthOf(value, limits.jsonDepth) > limits.jsonDepth) return `must have at most ${limits.jsonDepth} levels`
  return bytesOf(value) > limits.jsonBytes ? `must have at most ${limits.jsonBytes / 1024} KiB as JSON` : undefined
}

/** An object or an array with any content, checked by hand. */
export const jsonDocument = z
  .unknown()
  .check((check) => {
    const { value } = check
    const message = typeof value === 'object' && value !== null ? documentProblem(value) : 'must be an object or array'
    if (message !== undefined) check.issues.push({ code: 'custom', input: value, message })
  })
  .meta({
    description: 'Of a `json` flag: at most 64 KiB and 32 levels.',
    override: {
      anyOf: [
        { type: 'object', additionalProperties: true },
        { type: 'array', items: {} },
      ],
    },
  }) as unknown as z.ZodType<JsonDocument, JsonDocument>

/** An object with any content. */
export const jsonObject = z.unknown().check((check) => {
  const { value } = check
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const message = isObject ? documentProblem(value) : 'must be an object'
  if (message !== undefined) check.issues.push({ code: 'custom', input: value, message })
}) as unknown as z.ZodType<JsonObject, JsonObject>
