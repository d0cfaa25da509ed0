import type { AnswerOf, Endpoints } from '@bunting/contract'
import { command } from '../core/command.ts'
import { wrongUse } from '../core/failure.ts'
import { switched, text } from '../core/parameters.ts'
import { barText } from '../output/bar.ts'
import type { Output } from '../output/output.ts'
import { bold, dim, green, type Part, red, rich } from '../output/rich.ts'
import { orNearFlag } from '../server/flags.ts'
import { flagArgument } from './flags/flag-argument.ts'
import { showLiveUsage } from './usage-live.ts'

type Usage = AnswerOf<Endpoints['getUsage']>
type Day = Usage['rows'][number]

const chartWidth = 24
const dayMs = 24 * 60 * 60 * 1_000

export const usage = command({
  name: 'usage',
  summary: 'Show how often a flag was evaluated, day by day, and what it answered',
  description: 'Figures are put together every night, in UTC. With --live they are of the last hour, some seconds old.',
  target: 'environment',
  arguments: flagArgument,
  options: {
    from: text('date', 'the first day, YYYY-MM-DD (default: 29 days ago)'),
    to: text('date', 'the last day (default: today; 90 days at most)'),
    rules: switched('how often each rule answered in these days'),
    live: switched('the last 60 minutes instead, as they are now; on a terminal it goes on until Ctrl-C'),
  },
  examples: [
    'usage new-checkout',
    'usage new-checkout --env production --from 2026-01-01 --to 2026-01-31 --json',
    'usage new-checkout --live',
  ],
  run: async (context, { flag: flagKey, from, to, rules, live }) => {
    const { api, out, project, env } = context
    const params = { projectId: project.id, flagKey }
    if (live) {
      if (from !== undefined || to !== undefined || rules) {
        wrongUse('--live is the last 60 minutes: it goes with neither days nor --rules.')
      }
      const query = { environmentId: env.id }
      const read = () => orNearFlag(context, flagKey, () => api.getLiveUsage({ params, query }))
      return showLiveUsage(out, `${flagKey} in ${env.slug}`, read)
    }
    const query = { environmentId: env.id, from, to, ...(rules ? { rules } : {}) }
    const answer = await orNearFlag(context, flagKey, () => api.getUsage({ params, query }))
    out.show(answer, () => (rules ? printRules : printUsage)(out, env.slug, answer))
    if (answer.clampedFrom) out.note(dim(rich`Your plan sees no day before ${answer.from}.`))
  },
})

/** Prints the flag, the period and the number of evaluations, and returns that number. */
const printTotal = (out: Output, slug: string, { flagKey, from, to, rows }: Usage): number => {
  const total = rows.reduce((sum, day) => sum + day.totalEvaluations, 0)
  out.print(rich`${bold(flagKey)} in ${slug}, ${from} to ${to}: ${total.toLocaleString('en')} evaluations\n`)
  return total
}

const printRules = (out: Output, slug: string, usage: Usage): void => {
  const total = printTotal(out, slug, usage)
  if (total === 0) return
  const counts = new Map<string, number>()
  for (const { ruleCounts = {} } of usage.rows) {
    for (const [ruleId, count] of Object.entries(ruleCounts)) counts.set(ruleId, (counts.get(ruleId) ?? 0) + count)
  }
  const most = [...counts].sort(([, one], [, other]) => other - one)
  out.table(
    ['rule', 'answers', 'share'],
    most.map(([ruleId, count]) => [ruleId, count.toLocaleString('en'), `${Math.round((100 * count) / total)} %`]),
  )
}

const printUsage = (out: Output, slug: string, usage: Usage): void => {
  const { from, to, rows } = usage
  if (printTotal(out, slug, usage) === 0) return
  const max = Math.max(...rows.map(({ totalEvaluations }) => totalEvaluations))
  const byDate = new Map(rows.map((day) => [day.date, day]))
  out.table(
    ['day', 'evaluations', '', 'rules', 'default', 'errors', 'answers'],
    daysBetween(from, to).map((date) => rowOf(date, byDate.get(date), max)),
  )
}

/** All days of a period. The API leaves out days without evaluations, but a chart shows them. */
const daysBetween = (from: string, to: string): string[] => {
  const start = Date.parse(from)
  const days = Math.round((Date.parse(to) - start) / dayMs) + 1
  return Array.from({ length: Math.max(0, days) }, (_, at) => new Date(start + at * dayMs).toISOString().slice(0, 10))
}

const rowOf = (date: string, day: Day | undefined, max: number): Part[] => {
  if (!day) return [dim(date), '', '', '', '', '', '']
  const { totalEvaluations, ruleMatchCount, defaultCount, errorCount, valueDistribution } = day
  const values = Object.entries(valueDistribution)
    .sort(([, one], [, other]) => other - one)
    .map(([value, count]) => `${value} ${Math.round((100 * count) / totalEvaluations)} %`)
  return [
    date,
    green(barText(totalEvaluations, max, chartWidth)),
    totalEvaluations.toLocaleString('en'),
    ruleMatchCount,
    defaultCount,
    errorCount === 0 ? 0 : red(errorCount),
    values.join(', '),
  ]
}
