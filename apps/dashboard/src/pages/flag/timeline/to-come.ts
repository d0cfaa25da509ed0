import type { FlagConfig } from '@bunting/engine'
import type { Proposal } from '../../../api/proposals.ts'
import type { Schedule } from '../../../api/schedules.ts'
import { changesBetween } from '../../../features/diff/changes/changes-between.ts'
import { sayStep } from '../../../features/diff/words/say-step.ts'
import { sayChanges, small } from '../../../features/diff/words/words.ts'
import { configsAfter } from '../../../features/schedules/after-step.ts'
import { isDone, isLive } from '../../../features/schedules/progress.ts'
import { rampOf, shareIn } from '../../../features/schedules/ramp-of.ts'
import { percent, plural } from '../../../format/number.ts'
import { pennantState } from '../../../ui/pennants/pennant-state.ts'
import type { Happening } from './happening.ts'
import { stateOf } from './what-was.ts'

type Configs = Readonly<Record<string, { config: FlagConfig } | undefined>>

/** The planned steps and pending proposals, furthest first, so that the list ends at now. */
export const toCome = (
  schedules: readonly Schedule[],
  proposals: readonly Proposal[],
  configs: Configs,
): Happening[] => {
  const planned = schedules.flatMap((schedule) => stepsOf(schedule, configs[schedule.environmentId]?.config))
  const waiting = proposals
    .filter(({ status }) => status === 'pending')
    .map((proposal) => waitingOf(proposal, schedules, configs[proposal.environmentId]?.config))
  return [...planned.toSorted((one, other) => other.atMs - one.atMs), ...waiting]
}

/** The coming steps of a running or paused schedule. A pending one has no times yet. */
const stepsOf = (schedule: Schedule, config: FlagConfig | undefined): Happening[] => {
  if (!isLive(schedule) || schedule.status === 'pending') return []
  const ramp = rampOf(schedule.steps)
  const waiting = schedule.steps.filter((step) => !isDone(step) && step.at !== null)
  const after = configsAfter(waiting, config)
  const way = `${ramp ? 'ramp' : 'schedule'}${schedule.status === 'paused' ? ', paused,' : ''}`
  return waiting.map((step, index): Happening => {
    const before = index === 0 ? config : after[index - 1]
    const isLast = index === waiting.length - 1
    const share = ramp && sayShare(shareIn(before, ramp.ruleId), shareIn(after[index], ramp.ruleId))
    return {
      id: `${schedule.id} ${schedule.steps.indexOf(step)}`,
      kind: 'step',
      environmentId: schedule.environmentId,
      atMs: Date.parse(step.at ?? ''),
      state: pennantState(after[index]),
      label: 'schedule',
      says: `${share ?? small(sayStep(step.change, config))}${ramp && isLast ? `, the last of ${plural(schedule.steps.length, 'step')}` : ''}`,
      createdBy: schedule.createdBy,
      way,
      isComing: true,
      ...(ramp && { isTread: true as const }),
      where: { kind: 'flag' },
    }
  })
}

const sayShare = (before: number | undefined, after: number | undefined): string | undefined => {
  if (after === undefined) return undefined
  return before === undefined || before === after ? percent(after) : `${percent(before)} to ${percent(after)}`
}

const waitingOf = (proposal: Proposal, schedules: readonly Schedule[], config: FlagConfig | undefined): Happening => ({
  id: proposal.id,
  kind: 'proposal',
  environmentId: proposal.environmentId,
  atMs: Date.parse(proposal.createdAt),
  state: proposal.proposedConfig ? stateOf(proposal.proposedConfig) : pennantState(config),
  label: 'proposal',
  says: sayProposed(proposal, schedules, config),
  createdBy: proposal.createdBy,
  way: 'proposed',
  comment: proposal.comment,
  isComing: true,
  waits: true,
  where: { kind: 'proposal', proposalId: proposal.id },
})

const sayProposed = (proposal: Proposal, schedules: readonly Schedule[], config: FlagConfig | undefined): string => {
  const { kind, proposedConfig, change, scheduleId } = proposal
  if (kind === 'schedule') {
    const steps = schedules.find(({ id }) => id === scheduleId)?.steps ?? []
    const shares = rampOf(steps)?.shares
    return shares ? `a ramp to ${percent(shares.at(-1) ?? 0)} in ${plural(steps.length, 'step')}` : 'a schedule'
  }
  if (kind === 'experiment') return 'the start of an experiment'
  if (change?.archived !== undefined) return change.archived ? 'archives it' : 'brings it back'
  if (change?.clientSafe !== undefined) return change.clientSafe ? 'makes it client-safe' : 'no longer client-safe'
  if (change?.resumed) return 'the schedule goes on'
  if (!proposedConfig || !('defaultValue' in proposedConfig)) return 'a change'
  return small(sayChanges(changesBetween(config ?? null, proposedConfig as FlagConfig).changes))
}
