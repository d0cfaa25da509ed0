import type { EnvironmentId, Flag, FlagId, SegmentId } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import type { Step } from '../../rules/schedules.ts'
import { follow, misfitsIn, type StepProblem } from '../../rules/step-changes.ts'
import type { Tables } from '../../store/store.ts'
import { lookUpReferences } from '../look-up-references.ts'

type Checked = {
  /** Where they lead, of the version that they start from. */
  config: FlagConfig
  /** What that needs. */
  needs: readonly (FlagId | SegmentId)[]
  problems: readonly StepProblem[]
}

/**
 * Whether each config that the steps at these places lead to can be the flag's in an environment, which is locked: what
 * somebody who saved them one by one would be told. No step changes what a config names.
 */
export const checkSteps = async (
  tx: Tables,
  flag: Flag,
  environmentId: EnvironmentId,
  config: FlagConfig,
  steps: readonly Step[],
  places: readonly number[] = [...steps.keys()],
): Promise<Checked> => {
  const { last, dearest, problems } = follow(flag.type, config, steps, places)
  const self = { projectId: flag.projectId, environmentId, self: flag.id }
  const references = await lookUpReferences(tx, self, dearest)
  const ofReferences = references.problems.map(({ path, message }) => ({
    place: places.at(-1) ?? 0,
    path: '',
    message: `must leave a config that can be saved: ${path} ${message}`,
  }))
  return {
    config: last,
    needs: references.needs,
    problems: [...problems, ...misfitsIn(flag, steps, places), ...ofReferences],
  }
}
