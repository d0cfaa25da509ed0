import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { lastWeeks, startOfWeekUs } from '../../rules/usage/weeks.ts'
import { isoTime } from '../../store/core/list.ts'

/** The number of weeks and hours that are shown, including the current ones. */
const [weeks, hours] = [12, 24]
const hourUs = 3_600_000_000

export const getOverview = handle(endpoints.getOverview, async (ctx) => {
  const { overview } = ctx.store
  const projectId = ctx.project.id
  const shown = lastWeeks(weeks, ctx.nowUs())
  const sinceUs = startOfWeekUs(shown[0] as number)
  const firstHour = Math.floor(ctx.nowUs() / hourUs) - hours + 1
  const [flags, changes, evaluations, pendingProposals, schedules, rolledBack] = await Promise.all([
    overview.flags(projectId, ctx.nowUs()),
    overview.changesByWeek(projectId, sinceUs),
    overview.evaluationsByHour(projectId, firstHour),
    overview.pendingProposals(projectId),
    overview.liveSchedules(projectId),
    overview.rolledBack(projectId, sinceUs),
  ])
  return {
    flags,
    weeks: shown.map((week) => ({
      from: isoTime(startOfWeekUs(week)).slice(0, 10),
      changes: changes.get(week) ?? 0,
    })),
    hours: Array.from({ length: hours }, (_, index) => ({
      from: isoTime((firstHour + index) * hourUs),
      evaluations: evaluations.get(firstHour + index) ?? 0,
    })),
    pendingProposals,
    schedules,
    rolledBack,
  }
})
