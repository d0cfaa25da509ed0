import type { FlagValue } from '@bunting/engine'
import type { ConfigEntry, SegmentConfigEntry } from '../../project-file/project-file.ts'

/** A flag that is by hand in an environment: there, off, and nothing of it is guessed. */
export const offConfig = (defaultValue: FlagValue): ConfigEntry => ({ enabled: false, defaultValue, rules: [] })

/** A segment that is by hand: nobody is in it. */
export const emptySegment = (): SegmentConfigEntry => ({ included: [], excluded: [], rules: [] })
