import type { AnswerOf, Endpoints } from '@bunting/contract'
import { command } from '../../core/command.ts'
import { barText } from '../../output/bar.ts'
import type { Output } from '../../output/output.ts'
import { bold, green, rich } from '../../output/rich.ts'
import { timeText } from '../../output/time-text.ts'

type Overview = AnswerOf<Endpoints['getOverview']>

const chartWidth = 24

export const showOverview = command({
  name: 'overview',
  summary: 'Show how a project is doing: its flags, changes by week, and what waits',
  target: 'project',
  examples: ['projects overview', 'projects overview --project shop --json'],
  run: async ({ api, out, project }) => {
    const overview = await api.getOverview({ params: { projectId: project.id } })
    out.show(overview, () => print(out, project.slug, overview))
  },
})

const print = (
  out: Output,
  slug: string,
  { flags, weeks, hours, pendingProposals, schedules, rolledBack }: Overview,
): void => {
  const { active, archived, byKind, byAge } = flags
  out.print(rich`${bold(slug)}: ${active} active ${active === 1 ? 'flag' : 'flags'}, ${archived} archived\n`)
  out.table(
    ['kind', 'flags'],
    Object.entries(byKind).map(([kind, count]) => [kind, count]),
  )
  out.print(rich``)
  out.table(
    ['age', 'flags'],
    byAge.map(({ upToDays, count }) => [upToDays === null ? 'older' : `up to ${upToDays} days`, count]),
  )
  out.print(rich``)
  const max = Math.max(...weeks.map(({ changes }) => changes))
  out.table(
    ['week of', 'changes', ''],
    weeks.map(({ from, changes }) => [from, green(barText(changes, max, chartWidth)), changes]),
  )
  const asked = hours.reduce((sum, { evaluations }) => sum + evaluations, 0)
  out.print(rich`\nEvaluations in the last 24 hours: ${asked}.`)
  const { pending, running, paused } = schedules
  out.print(
    rich`Proposals that wait for a review: ${pendingProposals}. Schedules: ${running} running, ${paused} paused, ${pending} to be approved.`,
  )
  if (rolledBack.length === 0) return
  out.print(rich``)
  out.table(
    ['rolled back', 'flag', 'why'],
    rolledBack.map(({ at, flagKey, reason }) => [timeText(at), flagKey, reason]),
  )
}
