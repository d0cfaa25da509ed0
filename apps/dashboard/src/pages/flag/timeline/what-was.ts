import type { PlacedFlagVersion } from '@bunting/contract'
import type { Proposal } from '../../../api/proposals.ts'
import type { Schedule } from '../../../api/schedules.ts'
import { changesBetween } from '../../../features/diff/changes/changes-between.ts'
import { sayChanges, small } from '../../../features/diff/words/words.ts'
import { rampOf } from '../../../features/schedules/ramp-of.ts'
import { pennantState } from '../../../ui/pennants/pennant-state.ts'
import { sayState } from '../../../ui/pennants/pennant-words.ts'
import type { Happening } from './happening.ts'

export type Version = Omit<PlacedFlagVersion, 'environmentId'> & { environmentId: string }

/** The past of the flag, newest first: its versions, and its rejected proposals. */
export const whatWas = (
  versions: readonly Version[],
  schedules: readonly Schedule[],
  proposals: readonly Proposal[],
): Happening[] => {
  const scheduleOf = (id: string | undefined) => schedules.find((schedule) => schedule.id === id)
  const reviewerOf = (id: string | null | undefined) =>
    proposals.find((proposal) => proposal.id === id)?.reviewedBy ?? undefined
  const saved = versions.map((version): Happening => {
    const schedule = scheduleOf(version.scheduleId)
    const isRamp = schedule !== undefined && rampOf(schedule.steps) !== undefined
    return {
      id: version.id,
      kind: 'version',
      environmentId: version.environmentId,
      atMs: Date.parse(version.createdAt),
      state: pennantState(version.config),
      label: `v${version.version}`,
      says: `version ${version.version}: ${sayOf(version, versions)}${version.emergency ? ', without review' : ''}`,
      createdBy: version.createdBy,
      way: schedule && (isRamp ? 'ramp' : 'schedule'),
      approvedBy: reviewerOf(version.proposalId ?? schedule?.proposalId),
      comment: schedule ? undefined : version.comment,
      isComing: false,
      ...(isRamp && schedule.steps.some((step) => step.version === version.version) && { isTread: true as const }),
      where: { kind: 'version', version: version.version },
    }
  })
  const rejected = proposals
    .filter(({ status }) => status === 'rejected')
    .map((proposal): Happening => {
      const { id, environmentId, proposedConfig, reviewedAt, createdAt, createdBy, reviewedBy } = proposal
      const isOwn = reviewedBy === createdBy
      return {
        id,
        kind: 'proposal',
        environmentId,
        atMs: Date.parse(reviewedAt ?? createdAt),
        state: stateOf(proposedConfig),
        label: 'proposal',
        says: isOwn ? 'a proposal was taken back' : 'a proposal was rejected',
        createdBy: reviewedBy ?? createdBy,
        comment: proposal.reviewNote ?? undefined,
        isComing: false,
        where: { kind: 'proposal', proposalId: id },
      }
    })
  return [...saved, ...rejected].toSorted((one, other) => other.atMs - one.atMs)
}

/** The state for a pennant: a proposal of a schedule, for example, has no config to show. */
export const stateOf = (config: Proposal['proposedConfig']) =>
  config && 'defaultValue' in config ? pennantState(config as Version['config']) : pennantState(undefined)

/** The changes from the previous version, if that is loaded; else the resulting state. */
const sayOf = (version: Version, versions: readonly Version[]): string => {
  const state = sayState(pennantState(version.config))
  if (version.version === 1) return `first version, ${state}`
  const previous = versions.find(
    (one) => one.environmentId === version.environmentId && one.version === version.version - 1,
  )
  return previous ? small(sayChanges(changesBetween(previous.config, version.config).changes)) : state
}
