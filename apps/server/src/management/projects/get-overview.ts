import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { lastWeeks, startOfWeekUs } from '../../rules/weeks.ts'
import { isoTime } from '../../store/list.ts'

/** That are shown, this one too. */
const weeks = 12

export const getOverview = handle(endpoints.getOverview, async (ctx) => {
  const { overview } = ctx.store
  const projectId = ctx.project.id
  const shown = lastWeeks(weeks, ctx.nowUs())
  const sinceUs = startOfWeekUs(shown[0] as number)
  const [flags, changes, pendingProposals, schedules, rolledBack] = await Promise.all([
    overview.flags(projectId, ctx.nowUs()),
    overview.changesByWeek(projectId, sinceUs),
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
    pendingProposals,
    schedules,
    rolledBack,
  }
})
