import { setTimeout as wait } from 'node:timers/promises'
import type { AnswerOf, Endpoints } from '@bunting/contract'
import { barText } from '../output/bar.ts'
import { counted } from '../output/counted.ts'
import type { Output } from '../output/output.ts'
import { bold, dim, green, type Part, type Rich, rich } from '../output/rich.ts'
import { table } from '../output/table.ts'

type LiveUsage = AnswerOf<Endpoints['getLiveUsage']>
type Minute = LiveUsage['minutes'][number]

const everyMs = 2_000
const minuteMs = 60_000
const shown = 60
const chartWidth = 24
/** The lines besides the rows: the one above the table, the blank one, its head, and the line of the cursor. */
const around = 4

/** Shows the last hour by the minute: on a terminal it refreshes until it is interrupted, else it prints once. */
export const showLiveUsage = async (out: Output, name: string, read: () => Promise<LiveUsage>): Promise<void> => {
  const { screen } = out
  if (!screen) {
    const usage = await read()
    out.show(usage, () => {
      for (const line of linesOf(name, usage, shown)) out.print(line)
    })
    return
  }
  for (;;) {
    const usage = await read()
    out.progress.stop()
    screen.draw(linesOf(name, usage, Math.min(shown, Math.max(1, screen.rows - around)), screen.columns))
    await wait(everyMs)
  }
}

/** The lines to print: the newest minutes that fit. */
const linesOf = (name: string, usage: LiveUsage, room: number, width?: number): Rich[] => {
  const total = usage.minutes.reduce((sum, minute) => sum + minute.total, 0)
  const last = usage.lastEvaluatedAt === null ? '' : `, the last at ${usage.lastEvaluatedAt.slice(11, 19)} UTC`
  const max = Math.max(...usage.minutes.map((minute) => minute.total), 0)
  const byTime = new Map(usage.minutes.map((minute) => [Date.parse(minute.at), minute]))
  // The server's clock may be ahead of ours.
  const newest = Math.max(Math.floor(Date.now() / minuteMs) * minuteMs, ...byTime.keys())
  const times = Array.from({ length: room }, (_, at) => newest - (room - 1 - at) * minuteMs)
  return [
    rich`${bold(name)}, the last 60 minutes: ${counted(total, 'evaluation')}${last}`,
    rich``,
    ...table(
      ['minute', 'evaluations', '', 'answers'],
      times.map((time) => rowOf(time, byTime.get(time), max)),
      width,
    ),
  ]
}

const rowOf = (timeMs: number, minute: Minute | undefined, max: number): Part[] => {
  const time = new Date(timeMs).toISOString().slice(11, 16)
  if (!minute) return [dim(time), '', '', '']
  const values = Object.entries(minute.values)
    .sort(([, one], [, other]) => other - one)
    .map(([value, count]) => `${value} ${Math.round((100 * count) / minute.total)} %`)
  return [time, green(barText(minute.total, max, chartWidth)), minute.total.toLocaleString('en'), values.join(', ')]
}
