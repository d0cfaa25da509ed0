import type { Guardrail, GuardrailAnswer } from '@bunting/contract'
import type { Schedule } from '../../../api/schedules.ts'
import { sayGuardrail } from '../../../features/diff/words/say-step.ts'
import { small } from '../../../features/diff/words/words.ts'
import { isLive } from '../../../features/schedules/progress.ts'
import { figures } from '../../../format/number.ts'
import { clockTime } from '../../../format/time.ts'
import { placeIn, type Range } from './range.ts'

type GuardPlotProps = { schedule: Schedule; range: Range; widthPx: number; nowMs: number }

const [heightPx, topPx, groundPx] = [40, 6, 34]
/** The age after which an answer is overdue: the service should have asked again. */
const lateMs = 120_000
/** The width of the label `0.012 first`, beside the last value. */
const wordsPx = 84

/** The first and last answers to a ramp's guardrails, each with its limit, on the time axis of the lanes. */
export const GuardPlot = ({ schedule, ...props }: GuardPlotProps) =>
  schedule.guardrails.map((guardrail, index) => (
    <OneGuard
      key={index}
      {...props}
      schedule={schedule}
      guardrail={guardrail}
      answer={schedule.guardrailAnswers?.[index]}
    />
  ))

type OneGuardProps = GuardPlotProps & { guardrail: Guardrail; answer: GuardrailAnswer | undefined }

const OneGuard = ({ schedule, range, widthPx, nowMs, guardrail, answer }: OneGuardProps) => {
  const limit = guardrail.above ?? guardrail.below ?? 0
  const last = answer?.value === undefined ? undefined : { askedAt: answer.askedAt, value: answer.value }
  const points = [answer?.first, last].flatMap((point) => point ?? [])
  const values = [limit, ...points.map(({ value }) => value)]
  const [lowest, highest] = [Math.min(0, ...values), Math.max(0, ...values)]
  const yOf = (value: number): number => groundPx - ((value - lowest) / (highest - lowest || 1)) * (groundPx - topPx)
  const xOf = (at: string): number => placeIn(range, Date.parse(at))
  const startAt = Math.min(Math.max(xOf(schedule.createdAt), 0), 100)
  const shown = points.filter(({ askedAt }) => xOf(askedAt) >= 0 && xOf(askedAt) <= 100)
  const [first] = shown
  const isApart =
    shown.length === 2 && ((xOf(shown[1]?.askedAt ?? '') - xOf(first?.askedAt ?? '')) * widthPx) / 100 > wordsPx
  const says = sayAnswer(schedule, answer, nowMs)
  const caption = { marginLeft: `${Math.min(startAt, 55)}%` }
  return (
    <div className="guard-plot">
      <p style={caption}>
        <span>
          <code>{guardrail.query}</code> {small(sayGuardrail(guardrail))}
          {last === undefined && `. ${says}`}
        </span>
      </p>
      <div role="img" aria-label={sayAll(guardrail, answer, says)}>
        <svg viewBox={`0 0 1000 ${heightPx}`} preserveAspectRatio="none" width="100%" height={heightPx} aria-hidden>
          <line className="limit" x1={startAt * 10} x2="1000" y1={yOf(limit)} y2={yOf(limit)} />
          {shown.length === 2 && (
            <polyline
              className="between"
              points={shown.map(({ askedAt, value }) => `${xOf(askedAt) * 10},${yOf(value)}`).join(' ')}
            />
          )}
        </svg>
        {shown.map(({ askedAt, value }) => (
          <i key={askedAt} className="dot" style={{ left: `${xOf(askedAt)}%`, top: yOf(value) }} />
        ))}
        {isApart && first && (
          <span className="first" style={{ left: `${xOf(first.askedAt)}%`, top: yOf(first.value) }}>
            {figures(first.value)} first
          </span>
        )}
        {last && xOf(last.askedAt) >= 0 && xOf(last.askedAt) <= 100 && (
          <b style={{ left: `${xOf(last.askedAt)}%`, top: yOf(last.value) }}>{says}</b>
        )}
        <span className="limit" style={{ top: yOf(limit) }}>
          limit {figures(limit)}
        </span>
      </div>
    </div>
  )
}

/** The last answer in words: `0.014 now`, or when it was asked if that is long ago. */
const sayAnswer = (schedule: Schedule, answer: GuardrailAnswer | undefined, nowMs: number): string => {
  if (!answer) return 'Not asked yet'
  const askedAt = clockTime(new Date(answer.askedAt))
  if (answer.value === undefined) return `No answer at ${askedAt}`
  const value = figures(answer.value)
  if (!isLive(schedule) || schedule.status !== 'running') return `${value} last`
  return nowMs - Date.parse(answer.askedAt) > lateMs ? `${value}, not asked since ${askedAt}` : `${value} now`
}

const sayAll = (guardrail: Guardrail, answer: GuardrailAnswer | undefined, says: string): string => {
  const first = answer?.first === undefined ? '' : `${figures(answer.first.value)} first, `
  return `${guardrail.query}: ${first}${says}. ${sayGuardrail(guardrail)}.`
}
