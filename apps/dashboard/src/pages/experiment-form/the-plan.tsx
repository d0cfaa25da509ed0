import type { Environment } from '@bunting/contract'
import { CheckMetric } from '../../features/experiments/check-metric.tsx'
import { sayMetric } from '../../features/experiments/metric-words.ts'
import { maturityDays, power } from '../../features/experiments/planning.ts'
import { sayMean } from '../../format/lift.ts'
import { amount, count, percent, plural } from '../../format/number.ts'
import { Note } from '../../ui/note.tsx'
import { effectOf } from './design.ts'
import { KnownByYou } from './known-by-you.tsx'
import type { ExperimentFormState } from './use-experiment-form.ts'
import { Ends, Ways } from './when-you-look.tsx'

type ThePlanProps = { state: ExperimentFormState; projectId: string; environment: Environment }

/** Longer than this, and something else should be tried. */
const longDays = 56

/** How long it takes to know, answered as the form changes. */
export const ThePlan = ({ state, projectId, environment }: ThePlanProps) => {
  const { design, primary, plan, isUnknown, asked, lastDays } = state
  const effect = effectOf(design)
  const days = plan?.[design.method]?.days
  return (
    <div className="the-plan">
      <h2>The plan</h2>
      {!primary && <p className="text-ink-2">Choose the metric that decides, and this says how long it takes.</p>}
      {isUnknown && <KnownByYou state={state} environment={environment} />}
      <div aria-live="polite">
        {typeof days === 'number' && effect !== undefined && (
          <>
            <p className="figure">
              {plural(days, 'day')} <small>to find {percent(Math.round(effect * 10_000) / 100)}</small>
            </p>
            <p className="text-ink-2">
              <SayDays state={state} />
            </p>
          </>
        )}
        {asked && plan && typeof days !== 'number' && (
          <p className="text-ink-2">How long it takes cannot be told: no units come here yet.</p>
        )}
      </div>
      <Facts state={state} />
      <Ways state={state} />
      <Ends state={state} />
      {typeof days === 'number' && days > longDays && (
        <Note kind="warn">That is more than 8 weeks. Look for a larger effect, or try fewer variants.</Note>
      )}
      {primary && lastDays.data && (
        <Note>
          <b>Not sure that it counts right?</b> Split the people of the last 14 days by chance, a thousand times: few
          splits may look like a difference.
          <p>
            <CheckMetric projectId={projectId} environment={environment} metric={primary} isLink />
          </p>
        </Note>
      )}
      {environment.protected && design.guardrails.some(({ then }) => then !== 'notify') && (
        <Note kind="warn">
          <b>A guardrail acts by itself.</b> <bdi>{environment.name}</bdi> is protected, so somebody else approves the
          start.
        </Note>
      )}
    </div>
  )
}

/** Where the days go: gathering people, and waiting for the last of them. */
const SayDays = ({ state: { design, plan, asked, variants } }: Pick<ThePlanProps, 'state'>) => {
  const planned = plan?.[design.method]
  if (!asked || !planned) return null
  const gathering = (planned.unitsPerVariant * Math.max(2, variants.length)) / asked.known.unitsPerDay
  const window = maturityDays(asked.metric)
  const isLeast = gathering + window < asked.minimumDays
  if (isLeast) return <>As long as it should run at least; the people are gathered sooner.</>
  return (
    <>
      {sayPart(gathering)} days to gather the people, {sayPart(window)} until the last window closes.
    </>
  )
}

const sayPart = (days: number): string => (days < 0.1 ? 'less than 0.1' : amount(Math.round(days * 10) / 10))

const Facts = ({ state: { design, primary, plan, asked, variants, lastDays } }: Pick<ThePlanProps, 'state'>) => {
  const planned = plan?.[design.method]
  if (!primary || !asked || !planned) return null
  const { mean, unitsPerDay } = asked.known
  const isLess = primary.direction === 'decrease'
  const found = mean * (1 + (isLess ? -1 : 1) * asked.minimumEffect)
  const late = lastDays.data?.lateShare ?? 0
  return (
    <dl className="plan-facts">
      <dt>Units</dt>
      <dd className="num">
        <b>{count(planned.unitsPerVariant * Math.max(2, variants.length))}</b> in all
      </dd>
      <dt>Each variant</dt>
      <dd className="num">{count(planned.unitsPerVariant)}</dd>
      <dt>A day</dt>
      <dd className="num">
        {count(unitsPerDay)} {lastDays.data && 'new ones, last 14 days'}
      </dd>
      <dt>Today</dt>
      <dd className="num">
        {sayMean(primary.kind, mean)} <span className="text-ink-3">{sayMetric(primary)}</span>
      </dd>
      <dt>Found</dt>
      <dd className="num">
        {sayMean(primary.kind, found)} or {isLess ? 'less' : 'more'},{' '}
        <span className="text-ink-3">{Math.round(power * 10)} times in 10</span>
      </dd>
      {late > 0.01 && (
        <>
          <dt>Too late</dt>
          <dd>{percent(Math.round(late * 100))} of its events come after the window</dd>
        </>
      )}
    </dl>
  )
}
