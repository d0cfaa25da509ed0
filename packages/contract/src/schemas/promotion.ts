import { z } from 'zod'
import { id, versionNumber } from './common.ts'

export const promotedSchema = z
  .object({
    flagKey: z.string().optional().meta({ description: 'There where it is a flag.' }),
    segmentKey: z.string().optional().meta({ description: 'There where it is a segment that the flags need.' }),
    outcome: z.enum(['same', 'changed', 'proposed', 'failed']),
    version: versionNumber.optional().meta({ description: 'The version that it made, or that a dry run would make.' }),
    proposalId: id('prop').optional(),
    message: z.string().optional().meta({ description: 'Why it failed.' }),
  })
  .meta({ id: 'Promoted' })

export type Promoted = z.infer<typeof promotedSchema>
