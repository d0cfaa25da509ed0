import type { SegmentConfig } from '@bunting/engine'
import { z } from 'zod'
import { limits } from '../limits.ts'
import { body, comment, count, list } from './common.ts'
import { audienceBody, audienceShape, proposing, wholeFrom } from './flag-config.ts'

const isId = (value: unknown): boolean =>
  typeof value === 'string' && value.length >= 1 && value.length <= limits.segmentId

const wrongIn = (ids: unknown): { path: PropertyKey[]; message: string } | undefined => {
  if (!Array.isArray(ids)) return { path: [], message: 'must be an array' }
  if (ids.length > limits.segmentIds) {
    return { path: [], message: `must have at most ${limits.segmentIds.toLocaleString('en')} ids` }
  }
  const at = ids.findIndex((id) => !isId(id))
  return at < 0 ? undefined : { path: [at], message: `must be a text of 1 to ${limits.segmentId} characters` }
}

/** Checked by hand: for twenty thousand ids a schema would be several times slower, and report each invalid one. */
const ids = z
  .unknown()
  .check(({ value, issues }) => {
    const wrong = wrongIn(value)
    if (wrong) issues.push({ code: 'custom', input: value, ...wrong })
  })
  .meta({
    override: {
      type: 'array',
      maxItems: limits.segmentIds,
      items: { type: 'string', minLength: 1, maxLength: limits.segmentId },
    },
  }) as unknown as z.ZodType<readonly string[], readonly string[]>

const segmentRule = z.object(audienceShape).meta({ id: 'SegmentRule' })
const segmentRuleBody = body(audienceBody).meta({ id: 'SegmentRuleBody' })

export const segmentConfigSchema: z.ZodType<SegmentConfig> = z
  .object({ version: z.int().min(0), included: ids, excluded: ids, rules: z.array(segmentRule) })
  .meta({ id: 'SegmentConfig' })

/** A segment's config in lists, with the number of ids instead of the ids. */
export const listedSegmentConfigSchema = z
  .object({ version: z.int().min(0), includedCount: count, excludedCount: count, rules: z.array(segmentRule) })
  .meta({ id: 'ListedSegmentConfig' })

const configBody = <Version extends z.ZodType, More extends z.core.$ZodLooseShape>(version: Version, more: More) =>
  body({
    version,
    included: ids.default([]),
    excluded: ids.default([]),
    rules: list(segmentRuleBody, limits.segmentRules).default([]),
    ...more,
  })

const why = { comment: comment.optional() }

/** The body of Save Segment; `version` is the new version. */
export const segmentVersionBody = configBody(wholeFrom(1), why).meta({ id: 'SegmentVersionBody' })

/** The body of Propose Segment; `version` is the latest version that the proposer saw, 0 if there was none. */
export const segmentProposalBody = configBody(wholeFrom(0), proposing).meta({ id: 'SegmentProposalBody' })

/** A segment that is tried before it is saved. */
export const segmentDraftBody = configBody(wholeFrom(0).optional(), {}).meta({ id: 'SegmentDraft' })

export type SegmentConfigBody = z.output<typeof segmentDraftBody>
