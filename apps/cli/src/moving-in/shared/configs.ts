import { configProblems, type FlagType, type FlagValue, segmentProblems } from '@bunting/engine'
import {
  type ConfigEntry,
  configSchema,
  type SegmentConfigEntry,
  segmentConfigSchema,
} from '../../project-file/project-file.ts'
import { byHand } from './by-hand.ts'
import { emptyValues } from './values.ts'

/** A flag that is by hand in an environment: there, off, and nothing of it is guessed. */
export const offConfig = (defaultValue: FlagValue, type: FlagType): ConfigEntry => {
  const config = { enabled: false, defaultValue, rules: [] }
  return configSchema.safeParse(config).success ? config : { ...config, defaultValue: emptyValues[type] }
}

/** The config, where Bunting takes it: what has too many rules, conditions or characters is by hand. */
export const checkedConfig = (config: ConfigEntry, type: FlagType): ConfigEntry => {
  const read = configSchema.safeParse(config)
  if (!read.success) tooLarge(read.error.issues)
  const [problem] = configProblems(config, type)
  return problem ? byHand('too-large', `${problem.path} ${problem.message}`) : config
}

export const checkedSegment = (config: SegmentConfigEntry): SegmentConfigEntry => {
  const read = segmentConfigSchema.safeParse(config)
  if (!read.success) tooLarge(read.error.issues)
  const [problem] = segmentProblems(config)
  return problem ? byHand('too-large', `${problem.path} ${problem.message}`) : config
}

const tooLarge = ([issue]: readonly { path: readonly PropertyKey[]; message: string }[]): never =>
  byHand('too-large', `${issue?.path.map(String).join('.')} ${issue?.message}`)
