import type { Rests } from '../../compose/compose.ts'

/** Short intervals for tests. The product's longer ones save requests, and waiting for them would test nothing more. */
export const shortRests = {
  redis: { restMs: 50 },
  delivery: { streamsMs: 100, copiesMs: 50 },
  telemetry: { countsMs: 20, bytesMs: 100, flagsMs: 20, trackingMs: 20, unknownMs: 0 },
} satisfies Rests
