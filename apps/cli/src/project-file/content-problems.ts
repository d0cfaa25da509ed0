import { configProblems, type Problem, segmentProblems } from '@bunting/engine'
import type { ConfigStep } from './config-step.ts'
import type { ConfigEntry, ProjectFile, SegmentConfigEntry } from './project-file.ts'

/** What the server would refuse of configs that are to be written, such as a number in a flag of texts. */
export const contentProblems = (
  file: ProjectFile,
  flags: readonly ConfigStep<ConfigEntry>[],
  segments: readonly ConfigStep<SegmentConfigEntry>[],
): string[] => [
  ...segments.flatMap((step) => told(`The segment ${step.key}`, step, segmentProblems(step.config))),
  ...flags.flatMap((step) => {
    const { type } = file.flags[step.key] as ProjectFile['flags'][string]
    return told(step.key, step, configProblems(step.config, type))
  }),
]

const told = (who: string, { env }: ConfigStep<unknown>, problems: readonly Problem[]): string[] =>
  problems.map(({ path, message }) => `${who} in ${env}: ${path} ${message}.`)
