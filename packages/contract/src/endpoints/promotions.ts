import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { body, comment, flagKey, list, syncWarning } from '../schemas/common.ts'
import { promotedSchema } from '../schemas/promotion.ts'

const items = z.array(promotedSchema)

export const createPromotion = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/promotions',
  tag: 'Promotions',
  summary: 'Promote flags from one environment to another',
  description:
    'Each config of `from` becomes a version in `to`, or a proposal where that is protected; the segments that they need come first. One that fails does not stop the others. With `dryRun` nothing changes: it says what would; whether all of them together are too large for the environment is known only once they are promoted.',
  access: 'edit',
  body: body({
    from: z.string().meta({ description: 'The id of an environment of the project.' }),
    to: z.string().meta({ description: 'The id of another.' }),
    flags: z.union([z.enum(['all']), list(flagKey, limits.ids, 1)], {
      error: `must be an array of 1 to ${limits.ids} flag keys, or "all"`,
    }),
    dryRun: z.boolean().default(true),
    comment: comment.optional(),
  }),
  answers: { 200: z.object({ items }), 207: z.object({ items, syncWarning }) },
})
