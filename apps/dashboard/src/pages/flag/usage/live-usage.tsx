import type { Environment } from '@bunting/contract'
import { isolate, sayList } from '@bunting/contract/text'
import type { FlagRef } from '../../../api/flag-versions.ts'
import { useLiveUsage } from '../../../api/usage.ts'
import { count } from '../../../format/number.ts'
import { Time } from '../../../ui/time.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { hourBars } from './hour-bars.ts'
import { HourChart } from './hour-chart.tsx'
import { tintColor } from './tint.ts'

/** The most values named in the sentence; the days below name more. */
const maxNamed = 3

type LiveUsageProps = { flagRef: FlagRef; environment: Environment }

/** The last hour, minute by minute, as reported by apps. Renders nothing without reports. */
export const LiveUsage = ({ flagRef: { projectId, flagKey }, environment }: LiveUsageProps) => {
  const now = useNow()
  const { data } = useLiveUsage({ projectId, flagKey, environmentId: environment.id })
  if (!data || data.lastEvaluatedAt === null) return null
  const hour = hourBars(data.minutes, now.getTime())
  const sum = data.minutes.reduce((all, { total }) => all + total, 0)
  return (
    <section className="usage-live" aria-label="The last hour">
      <p>
        <b>{count(sum)}</b> {sum === 1 ? 'answer' : 'answers'} in the last hour: {sayValues(data.minutes)}. The last one{' '}
        <Time at={data.lastEvaluatedAt} />.
      </p>
      {sum > 0 && (
        <>
          <ul className="usage-key" aria-hidden>
            {hour.series.map(({ value }, index) => (
              <li key={value}>
                <i style={{ background: tintColor(index, hour.series) }} />
                <code>{value}</code>
              </li>
            ))}
          </ul>
          <HourChart hour={hour} />
        </>
      )}
    </section>
  )
}

const sayValues = (minutes: readonly { values: Readonly<Record<string, number>> }[]): string => {
  const sums = new Map<string, number>()
  for (const { values } of minutes) {
    for (const [value, times] of Object.entries(values)) sums.set(value, (sums.get(value) ?? 0) + times)
  }
  const ranked = [...sums].sort(([, one], [, other]) => other - one)
  const named = ranked.slice(0, maxNamed).map(([value, times]) => `${isolate(value)} ${count(times)}`)
  return sayList(ranked.length > maxNamed ? [...named, 'others'] : named)
}
