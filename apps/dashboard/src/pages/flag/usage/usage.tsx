import type { Environment, Plan } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { FlagRef } from '../../../api/flag-versions.ts'
import { useSession } from '../../../api/session.ts'
import { useUsage } from '../../../api/usage.ts'
import { useMarks } from '../../../features/schedules/use-marks.ts'
import { count, percent } from '../../../format/number.ts'
import { dayAndMonth, sayGaps } from '../../../format/say-day.ts'
import { dayOf } from '../../../format/time.ts'
import { Segments } from '../../../ui/controls/segments.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { Note } from '../../../ui/note.tsx'
import { envColor } from '../../../ui/pennants/pennant.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { LiveUsage } from './live-usage.tsx'
import { type MarkedDays, markedDays } from './marked-days.ts'
import { NoUsage } from './no-usage.tsx'
import { tintColor } from './tint.ts'
import { addDays, type UsageFigures, usageFigures } from './usage-days.ts'
import { UsageRules } from './usage-rules.tsx'
import { UsageTable } from './usage-table.tsx'
import './usage.css'
import type { LoadedFlag } from '../../../features/rule-editor/use-editing-state.ts'

// Loaded separately: Recharts is larger than the rest of the page.
const UsageChart = lazy(async () => ({ default: (await import('./usage-chart.tsx')).UsageChart }))

type UsageProps = { flag: LoadedFlag; flagRef: FlagRef; environment: Environment }

type Days = '7' | '30' | '90'
const ranges: readonly { value: Days; label: string }[] = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
]

/** The default range by plan: the Free plan has only a week. */
const firstDays: Record<Plan, Days> = { free: '7', pro: '30', enterprise: '30' }

/** The number of a flag's evaluations and its answers, day by day. */
export const Usage = ({ flag, flagRef, environment }: UsageProps) => {
  const { plan } = useSession()
  const [days, setDays] = useState<Days>(firstDays[plan])
  const today = dayOf(useNow())
  const usagePlace = { projectId: flagRef.projectId, flagKey: flagRef.flagKey, environmentId: environment.id }
  const { data, error, refetch } = useUsage(usagePlace, { from: addDays(today, 1 - Number(days)), to: today })
  // Counts the days loaded: the plan may show fewer, and another range may still be loading.
  const shownDays = data ? daysBetween(data.from, data.to) : 0
  const changes = useMarks(flagRef.projectId, environment.id, flagRef.flagKey)
  const marks = useMemo(() => markedDays(changes), [changes])
  const figures = useMemo(() => data && usageFigures(data, today), [data, today])
  return (
    <section className="usage env" style={envColor(environment.color)} aria-label={`Usage in ${environment.name}`}>
      <LiveUsage flagRef={flagRef} environment={environment} />
      <div className="usage-head">
        <p>{figures && figures.total > 0 && <Total total={figures.total} days={shownDays} />}</p>
        <Segments<Days> small label="Range" value={days} onChange={setDays} options={ranges} />
      </div>
      {data?.clampedFrom && (
        <div className="mb-4">
          <Note>
            <b>You see {dayAndMonth(data.from)} onwards.</b> The Free plan shows the last 7 days; Pro and Enterprise
            show 90. What was counted before is kept.
          </Note>
        </div>
      )}
      {error && !data && <Failed title="The usage did not load" error={error} onRetry={() => void refetch()} />}
      {figures && figures.total > 0 && (
        <Figures figures={figures} marks={marks} config={flag.versions[environment.id]?.config} />
      )}
      {figures && figures.total === 0 && (
        <NoUsage
          flagRef={flagRef}
          environment={environment}
          value={flag.versions[environment.id]?.config.defaultValue ?? null}
          days={shownDays}
        />
      )}
      {!figures && !error && <div className="usage-chart" aria-busy />}
    </section>
  )
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

const Total = ({ total, days }: { total: number; days: number }) => (
  <>
    <b className="total">{count(total)}</b> {total === 1 ? 'answer' : 'answers'} in {days} days
  </>
)

type FiguresProps = { figures: UsageFigures; marks: MarkedDays; config: FlagConfig | undefined }

const Figures = ({ figures, marks, config }: FiguresProps) => {
  const { series, bars, total, rules, byRule, byDefault, errors, gaps } = figures
  const share = (part: number): string => percent(Math.round((part / total) * 1_000) / 10)
  return (
    <>
      <ul className="usage-key" aria-label="Values">
        {series.map(({ value, total: sum, isRest }, index) => (
          <li key={value}>
            <i style={{ background: tintColor(index, series) }} />
            {isRest ? value : <code>{value}</code>} <span className="num">{share(sum)}</span>
          </li>
        ))}
      </ul>
      <div className="usage-chart" aria-hidden>
        <Suspense>
          <UsageChart {...figures} marks={marks} />
        </Suspense>
      </div>
      <p className="usage-foot">
        Counted nightly, in UTC.{sayGaps(gaps)}
        {bars.some(({ day }) => marks.has(day)) && ' A dashed line is a day on which the flag changed here.'}
      </p>
      <dl className="usage-totals">
        <div>
          <dt>A rule answered</dt>
          <dd>
            {share(byRule)} <small>{count(byRule)}</small>
          </dd>
        </div>
        <div>
          <dt>The default</dt>
          <dd>
            {share(byDefault)} <small>{count(byDefault)}</small>
          </dd>
        </div>
        <div>
          <dt>Errors</dt>
          <dd>
            {share(errors)} <small>{count(errors)}</small>
          </dd>
        </div>
      </dl>
      <UsageRules rules={rules} total={total} config={config} />
      <details className="usage-numbers">
        <summary>In numbers, day by day</summary>
        <UsageTable {...figures} />
      </details>
    </>
  )
}
