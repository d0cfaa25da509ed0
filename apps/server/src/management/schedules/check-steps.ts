import type { EnvironmentId, Flag } from '@bunting/contract'
import { costOf, type FlagConfig } from '@bunting/engine'
import type { Step } from '../../rules/changes/schedules.ts'
import { follow, misfitsIn, type StepProblem } from '../../rules/changes/step-changes.ts'
import type { Tables } from '../../store/store.ts'
import { lookUpReferences } from '../look-up-references.ts'

type Checked = {
  /** The config after the last of the steps. */
  config: FlagConfig
  problems: readonly StepProblem[]
}

/**
 * Checks whether each config that the steps at these positions lead to can be saved for the flag in the locked
 * environment, as if somebody saved them one by one. Steps never change references: so those are looked up only if a
 * step makes the config more expensive.
 */
export const checkSteps = async (
  tx: Tables,
  flag: Flag,
  environmentId: EnvironmentId,
  config: FlagConfig,
  steps: readonly Step[],
  positions: readonly number[] = [...steps.keys()],
): Promise<Checked> => {
  const { last, mostExpensive, problems } = follow(flag.type, config, steps, positions)
  const self = { projectId: flag.projectId, environmentId, self: flag.id }
  const references =
    costOf(mostExpensive) > costOf(config) ? await lookUpReferences(tx, self, mostExpensive) : { problems: [] }
  const ofReferences = references.problems.map(({ path, message }) => ({
    place: positions.at(-1) ?? 0,
    path: '',
    message: `must leave a config that can be saved: ${path} ${message}`,
  }))
  return {
    config: last,
    problems: [...problems, ...misfitsIn(flag, steps, positions), ...ofReferences],
  }
}
