import { wrongUse } from '../core/failure.ts'
import type { Segment } from '../server/segments.ts'
import { findLatest } from './flag-config.ts'
import type { SegmentConfig } from './segment-config.ts'

type Latest = Segment['versions'][string]

/** The latest version of a segment; a large one has no configs. */
export const latestConfig = (
  segment: Segment,
  env: { id: string },
): (Latest & { config: SegmentConfig }) | undefined => {
  if (segment.large)
    wrongUse(
      `${segment.key} is a large segment, which has ids alone.`,
      `bunting segments ids add ${segment.key} <file>`,
    )
  const latest = findLatest(segment, env)
  return latest?.config && { ...latest, config: latest.config }
}
