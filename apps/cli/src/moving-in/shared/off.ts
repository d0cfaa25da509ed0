import type { FlagValue } from '@bunting/engine'
import type { ConfigEntry, SegmentConfigEntry } from '../../project-file/project-file.ts'

/** The config of a flag that is by hand in an environment: off, with nothing guessed. */
export const offConfig = (defaultValue: FlagValue): ConfigEntry => ({ enabled: false, defaultValue, rules: [] })

/** The config of a segment that is by hand: nobody is in it. */
export const emptySegment = (): SegmentConfigEntry => ({ included: [], excluded: [], rules: [] })
