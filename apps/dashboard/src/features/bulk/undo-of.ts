import type { FlagInList } from '../../api/flags.ts'
import type { Done, Promoted, Step } from '../../api/many.ts'

type Before = ReadonlyMap<string, FlagInList>

/** The steps that undo a step; `before` has the flags as they were, by key. */
export const undoOf = ({ step, answer }: Done, before: Before): Step[] => {
  if (step.does === 'promote') return (answer.promoted ?? []).flatMap((one) => undoPromoted(one, step, before))
  if (step.does === 'restore' || step.does === 'restoreSegment' || step.does === 'withdraw') return []
  const { flagKey } = step
  if (answer.proposalId !== undefined) return [{ does: 'withdraw', of: flagKey, proposalId: answer.proposalId }]
  if (step.does === 'update') {
    const flag = before.get(flagKey)
    if (!flag) return []
    const { tags, ownerId, expectedEnd, archived } = step.change
    const change = {
      ...(tags === undefined ? {} : { tags: flag.tags ?? [] }),
      ...(ownerId === undefined ? {} : { ownerId: flag.ownerId ?? null }),
      ...(expectedEnd === undefined ? {} : { expectedEnd: flag.expectedEnd ?? null }),
      ...(archived === undefined ? {} : { archived: !archived }),
    }
    return [{ does: 'update', flagKey, change }]
  }
  if (answer.version === undefined) return []
  return [undoVersion({ flagKey, envId: step.envId, version: answer.version, config: step.config })]
}

type Made = Pick<Extract<Step, { does: 'save' }>, 'flagKey' | 'envId' | 'config'> & { version: number }

/** Restores the previous version as the next one. Without one, turns the flag off, which is nearest to nothing. */
const undoVersion = ({ flagKey, envId, version, config }: Made): Step =>
  version > 1
    ? { does: 'restore', flagKey, envId, version: version - 1, as: version + 1 }
    : { does: 'save', flagKey, envId, config: { ...config, version: version + 1, enabled: false } }

const undoPromoted = (
  { flagKey, segmentKey, outcome, version, proposalId }: Promoted,
  { from, to }: Extract<Step, { does: 'promote' }>,
  before: Before,
): Step[] => {
  if (proposalId !== undefined) return [{ does: 'withdraw', of: flagKey ?? segmentKey ?? '', proposalId }]
  if (outcome !== 'changed' || version === undefined) return []
  if (segmentKey !== undefined) {
    // A segment that is new there stays: nothing references it any more.
    return version > 1 ? [{ does: 'restoreSegment', segmentKey, envId: to, version: version - 1, as: version + 1 }] : []
  }
  const config = before.get(flagKey ?? '')?.versions[from]?.config
  return flagKey !== undefined && config ? [undoVersion({ flagKey, envId: to, version, config })] : []
}
