import type { EnvironmentId, ErrorDetail, FlagId, ProjectId, SegmentId } from '@bunting/contract'
import type { FlagConfig, SegmentConfig } from '@bunting/engine'
import { graphProblems, namedKeys, targetProblems, targetsOf } from '../rules/configs/references.ts'
import type { Tables } from '../store/store.ts'

/** The flag or segment that a config belongs to, and its environment. */
type ConfigRef = { projectId: ProjectId; environmentId: EnvironmentId; self: FlagId | SegmentId }

type Found = { problems: readonly ErrorDetail[]; needs: readonly (FlagId | SegmentId)[] }

/** Compares the references of a config with what exists. A save calls it under the environment's lock. */
export const lookUpReferences = async (
  tables: Pick<Tables, 'configGraph'>,
  { projectId, environmentId, self }: ConfigRef,
  config: FlagConfig | SegmentConfig,
): Promise<Found> => {
  const named = await tables.configGraph.findNamed({ projectId, environmentId }, namedKeys(config))
  const missing = targetProblems(config, named)
  if (missing.length > 0) return { problems: missing, needs: [] }
  const needs = targetsOf(config, named)
  const graph = await tables.configGraph.around(environmentId, self, needs)
  return { problems: graphProblems(self, config, named, graph), needs }
}
