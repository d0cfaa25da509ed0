import { z } from 'zod'

const flag = z.object({
  state: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  variants: z.record(z.string(), z.unknown()).default({}),
  defaultVariant: z.string().nullish(),
  targeting: z.unknown().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})

/** A file of flags, as flagd reads it. */
export const flagdFile = z.object({
  flags: z.record(z.string(), flag),
  $evaluators: z.record(z.string(), z.unknown()).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})

export type FlagdFlag = z.output<typeof flag>
