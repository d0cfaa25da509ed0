import type { ScheduleId } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import { creatorOf } from '../../rules/access/creator-of.ts'
import type { AuditDraft } from '../../rules/audit/audit.ts'
import { schedulePaused } from '../../rules/audit/schedules.ts'
import { type Asked, findCrossed, isHeld, noteAnswers, sayHeld } from '../../rules/changes/guardrails.ts'
import { dueSteps, isLive, type LiveSchedule, pause, type Schedule } from '../../rules/changes/schedules.ts'
import type { Touched } from '../../store/bundles/changes.ts'
import type { Tables } from '../../store/store.ts'
import { change } from '../change.ts'
import type { At } from './fit-steps.ts'
import { rollBack } from './roll-back.ts'

type Outcome = { schedule: Schedule; audit: readonly AuditDraft[]; environments?: readonly Touched[] }

const everyUs = 15_000_000

/** Checks the guardrails of a running schedule, and does what follows from the answers. */
export const askGuardrails =
  (deps: Deps) =>
  async (subject: string, signal: AbortSignal): Promise<void> => {
    const due = { kind: 'guardrails', subject } as const
    const found = await deps.store.schedules.findById(subject as ScheduleId)
    if (!found) return deps.store.due.remove(due)
    const { ask } = deps.prometheus ?? { ask: askNobody }
    const askedUs = await deps.store.clock.nowUs()
    // Asks before anything is locked: the answers may take a while.
    const asked = await Promise.all(found.guardrails.map(({ query }) => ask(query, signal)))
    await change(deps, creatorOf(found), async (tx) => {
      const flag = await tx.flags.lock(found.flagId)
      const environment = await tx.environments.lock(found.environmentId)
      const schedule = await tx.schedules.lock(found.id)
      if (!isLive(schedule) || schedule.status !== 'running') {
        // Resuming the schedule makes it due again.
        await tx.due.remove(due)
        return { result: {}, audit: [] }
      }
      const nowUs = await tx.clock.nowUs()
      const noted = { ...schedule, guardAnswers: noteAnswers(schedule, asked, askedUs) }
      const outcome = await follow(deps, tx, { flag, environment, nowUs }, noted)
      await tx.schedules.save(outcome.schedule)
      if (outcome.schedule.status === 'running') await tx.due.set(due, askedUs + everyUs)
      else await tx.due.remove(due)
      // Steps that waited for this answer can run now.
      const isFree = !isHeld(outcome.schedule, nowUs) && dueSteps(outcome.schedule, nowUs).length > 0
      if (isFree) await tx.due.set({ kind: 'schedule', subject }, nowUs)
      return { result: {}, ...outcome }
    })
  }

const askNobody = async (): Promise<Asked> => ({ unknown: 'BUNTING_PROMETHEUS_URL is not set' })

const follow = async (deps: Pick<Deps, 'newId'>, tx: Tables, at: At, schedule: LiveSchedule): Promise<Outcome> => {
  const crossed = findCrossed(schedule)
  if (!crossed) return { schedule: { ...schedule, reason: sayHeld(schedule) }, audit: [] }
  if (crossed.isRollback) {
    return rollBack(deps, tx, at, schedule, { why: `because of ${crossed.said}`, by: schedule.createdBy })
  }
  const paused = pause(schedule, `It was paused because of ${crossed.said}.`)
  return { schedule: paused, audit: [schedulePaused(at.flag, paused)] }
}
