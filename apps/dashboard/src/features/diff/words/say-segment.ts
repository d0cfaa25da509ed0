import type { SegmentConfig } from '@bunting/engine'
import { count, plural } from '../../../format/number.ts'

/** The number of ids in a segment, as in lists of segments. */
type Size = { includedCount: number; excludedCount: number }

/** A segment's config in one line, with the difference from now: `1,203 included (+3), 4 excluded, 2 rules`. */
export const saySegment = (config: SegmentConfig, now?: Size): string =>
  [
    `${count(config.included.length)} included${sayStep(config.included.length, now?.includedCount)}`,
    `${count(config.excluded.length)} excluded${sayStep(config.excluded.length, now?.excludedCount)}`,
    plural(config.rules.length, 'rule'),
  ].join(', ')

const sayStep = (size: number, before = size): string => {
  if (size === before) return ''
  return ` (${size > before ? '+' : '−'}${count(Math.abs(size - before))})`
}
