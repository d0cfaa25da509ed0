import { configProblems, type FlagType, type FlagValue, segmentProblems } from '@bunting/engine'
import {
  type ConfigEntry,
  configSchema,
  type SegmentConfigEntry,
  segmentConfigSchema,
} from '../../project-file/project-file.ts'

/** A flag that is by hand in an environment: there, off, and nothing of it is guessed. */
export const offConfig = (defaultValue: FlagValue): ConfigEntry => ({ enabled: false, defaultValue, rules: [] })

/** A segment that is by hand: nobody is in it. */
export const emptySegment = (): SegmentConfigEntry => ({ included: [], excluded: [], rules: [] })

type Read = { success: true } | { success: false; error: { issues: readonly Issue[] } }
type Issue = { path: readonly PropertyKey[]; message: string }

const shapeProblem = (read: Read): string | undefined => {
  const [issue] = read.success ? [] : read.error.issues
  return issue && `${issue.path.map(String).join('.')} ${issue.message}`
}

const firstOf = ([problem]: readonly { path: string; message: string }[]): string | undefined =>
  problem && `${problem.path} ${problem.message}`

/** Why Bunting would not take a config, if it would not: too many rules, conditions or characters. */
export const configProblem = (config: ConfigEntry, type: FlagType): string | undefined =>
  shapeProblem(configSchema.safeParse(config)) ?? firstOf(configProblems(config, type))

export const segmentProblem = (config: SegmentConfigEntry): string | undefined =>
  shapeProblem(segmentConfigSchema.safeParse(config)) ?? firstOf(segmentProblems(config))
