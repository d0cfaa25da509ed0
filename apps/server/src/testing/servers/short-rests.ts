import type { Rests } from '../../compose/compose.ts'

/** The product's rests make it ask for less; a test that waits for one sees nothing more for having waited. */
export const shortRests = {
  redis: { restMs: 50 },
  delivery: { streamsMs: 100, copiesMs: 50 },
  telemetry: { countsMs: 20, bytesMs: 100, flagsMs: 20, trackingMs: 20, unknownMs: 0 },
} satisfies Rests
