import { useMemo } from 'react'
import { type CurvePoint, curveOf } from '../../features/experiments/planning.ts'
import { percent, plural } from '../../format/number.ts'
import { Input } from '../../ui/controls/field.tsx'
import { effectOf } from './design.ts'
import type { ExperimentFormState } from './use-experiment-form.ts'

/** In percent. The field takes what lies outside the slider. */
const [least, most] = [1, 20]
const effects = Array.from({ length: 77 }, (_, index) => (least + index * 0.25) / 100)

/** With Shift an arrow moves the slider by a whole percent; without, by its step of a tenth. */
const steps: Record<string, number | undefined> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }

/** Longer runs are cut off above: nobody waits for them. */
const maxDays = 70
const height = 150

/** The smallest effect worth finding: slider and field are one, and the curve has the days of every effect. */
export const Effect = ({ state, problem }: { state: ExperimentFormState; problem: string | undefined }) => {
  const { design, set, asked, plan } = state
  const effect = effectOf(design)
  const shown = Math.min(Math.max((effect ?? 0.05) * 100, least), most)
  const days = plan?.[design.method]?.days
  const says = typeof days === 'number' ? plural(days, 'day') : undefined
  return (
    <section>
      <h2>Smallest effect worth finding</h2>
      <p className="text-ink-2">Smaller than this, and you would not care. It sets how long you wait.</p>
      <div className="smallest-effect">
        <span className="in-percent">
          <Input
            aria-label="Smallest effect, in percent"
            inputMode="decimal"
            value={design.effect}
            onChange={(event) => set({ effect: event.target.value })}
            {...(problem === undefined ? {} : { 'aria-invalid': true })}
          />
          <span aria-hidden>%</span>
        </span>
        <div className="min-w-0">
          {asked && <Curve state={{ ...state, asked }} shown={shown} says={says} />}
          <input
            type="range"
            min={least}
            max={most}
            step={0.1}
            value={shown}
            onChange={({ target }) => set({ effect: String(Math.round(target.valueAsNumber * 10) / 10) })}
            onKeyDown={(event) => {
              const by = steps[event.key]
              if (by === undefined || !event.shiftKey) return
              event.preventDefault()
              set({ effect: String(Math.min(most, Math.max(least, Math.round(10 * (shown + by)) / 10))) })
            }}
            aria-label="Smallest effect worth finding"
            aria-valuetext={says === undefined ? percent(shown) : `${percent(shown)}: ${says}`}
          />
          <div className="effects" aria-hidden>
            {[1, 5, 10, 15, 20].map((tick) => (
              <span key={tick} style={{ left: `${left(tick)}%` }}>
                {percent(tick)}
              </span>
            ))}
          </div>
        </div>
      </div>
      {problem !== undefined && <p className="field-hint no">{problem}</p>}
    </section>
  )
}

const left = (effect: number): number => ((effect - least) / (most - least)) * 100

type CurveProps = {
  state: ExperimentFormState & { asked: NonNullable<ExperimentFormState['asked']> }
  shown: number
  says: string | undefined
}

const Curve = ({ state: { asked, design, plan }, shown, says }: CurveProps) => {
  const { metric, known, variants, confidence, minimumDays } = asked
  const { mean, deviation, unitsPerDay } = known
  // The effect itself is not in it: the curve stays as the slider moves.
  const points = useMemo(
    () =>
      curveOf(
        {
          ...{ metric, known: { mean, deviation, unitsPerDay }, variants },
          ...{ confidence, minimumDays, minimumEffect: 0.05 },
        },
        design.method,
        effects,
      ),
    [metric, mean, deviation, unitsPerDay, variants, confidence, minimumDays, design.method],
  )
  const planned = plan?.[design.method]?.days
  if (points.length === 0) return null
  const top = Math.min(maxDays, Math.max(21, ...points.map((point) => point.days))) * 1.08
  // The drawing ends at its top: what lies above it is cut off.
  const y = (value: number): number => Math.round((1 - value / top) * height * 10) / 10
  const days = typeof planned === 'number' ? Math.min(planned, top) : undefined
  const line = points.map(({ effect, days: value }: CurvePoint) => `${left(effect * 100) * 10},${y(value)}`).join(' ')
  const weeks = [2, 4, 6, 8].filter((week) => week * 7 < top)
  return (
    <div className="curve" aria-hidden="true">
      <svg viewBox={`0 0 1000 ${height}`} preserveAspectRatio="none" width="100%" height={height} aria-hidden="true">
        {weeks.map((week) => (
          <line key={week} className="grid-line" x1="0" x2="1000" y1={y(week * 7)} y2={y(week * 7)} />
        ))}
        {typeof days === 'number' && <polygon className="beyond" points={areaFrom(points, shown, days, y)} />}
        <polyline className="middle" points={line} />
        {typeof days === 'number' && (
          <line className="drop" x1={left(shown) * 10} x2={left(shown) * 10} y1={y(days)} y2={height} />
        )}
      </svg>
      {weeks.map((week) => (
        <span key={week} className="level" style={{ top: `${y(week * 7)}px` }}>
          {week} weeks
        </span>
      ))}
      {typeof days === 'number' && (
        <>
          <i style={{ left: `${left(shown)}%`, top: `${y(days)}px` }} />
          <b
            className={shown > 12 ? 'to-the-left' : ''}
            style={{ left: `${left(shown)}%`, top: `${Math.max(0, y(days) - 26)}px` }}
          >
            {says}
          </b>
        </>
      )}
    </div>
  )
}

/** What lies under the curve from the chosen effect on: the effects that are found in that time. */
const areaFrom = (points: readonly CurvePoint[], shown: number, days: number, y: (value: number) => number): string => {
  const beyond = points.filter(({ effect }) => effect * 100 > shown)
  const end = beyond.at(-1)
  const top = beyond.map((point) => `${left(point.effect * 100) * 10},${y(point.days)}`)
  const from = left(shown) * 10
  return [
    `${from},${height}`,
    `${from},${y(days)}`,
    ...top,
    `${end ? left(end.effect * 100) * 10 : from},${height}`,
  ].join(' ')
}
