import type { Environment } from '@bunting/contract'
import { sayMetric } from '../../features/experiments/metric-words.ts'
import { sayMean } from '../../format/lift.ts'
import { count, percent, plural } from '../../format/number.ts'
import { dateOf } from '../../format/time.ts'
import { Field, Input } from '../../ui/controls/field.tsx'
import { Note } from '../../ui/note.tsx'
import { useNow } from '../../ui/use-now.ts'
import { effectOf, type Method } from './design.ts'
import { plannedEndOf, wholeWeeks } from './planning.ts'
import type { NewExperimentState } from './use-new-experiment.ts'

type ThePlanProps = { state: NewExperimentState; projectId: string; environment: Environment }

const ways: readonly { method: Method; says: string }[] = [
  { method: 'hybrid', says: 'Any day, and once in full at the end' },
  { method: 'sequential', says: 'Any day, no planned end' },
  { method: 'fixed', says: 'Only at the end' },
]

/** Longer than this, and something else should be tried. */
const longDays = 56

/** How long it takes to know, answered as the form changes. */
export const ThePlan = ({ state, environment }: ThePlanProps) => {
  const { design, primary, plan, isUnknown, variants, asked, lastDays } = state
  const now = useNow()
  const effect = effectOf(design)
  const planned = plan?.[design.method]
  const days = planned?.days
  return (
    <div className="the-plan">
      <h2>The plan</h2>
      {!primary && <p className="text-ink-2">Choose the metric that decides, and this says how long it takes.</p>}
      {isUnknown && <Typed state={state} environment={environment} />}
      <div aria-live="polite">
        {typeof days === 'number' && effect !== undefined && (
          <>
            <p className="figure">
              {plural(days, 'day')} <small>to find {percent(Math.round(effect * 10_000) / 100)}</small>
            </p>
            <p className="text-ink-2">
              {design.method === 'sequential'
                ? 'It has no planned end: stop it when you know enough.'
                : `It ends after ${plural(wholeWeeks(days), 'whole week')}, ${dateOf(plannedEndOf(now, days, primary ? [primary] : []))}, so that each weekday counts alike.`}
            </p>
          </>
        )}
        {asked && plan && typeof days !== 'number' && (
          <p className="text-ink-2">How long it takes cannot be told: no units come here yet.</p>
        )}
      </div>
      {primary && asked && planned && (
        <dl className="plan-facts">
          <dt>Units</dt>
          <dd className="num">
            <b>{count(planned.unitsPerVariant * Math.max(2, variants.length))}</b> in all
          </dd>
          <dt>Each variant</dt>
          <dd className="num">{count(planned.unitsPerVariant)}</dd>
          <dt>A day</dt>
          <dd className="num">
            {count(asked.known.unitsPerDay)} {lastDays.data && 'new ones, last 14 days'}
          </dd>
          <dt>Today</dt>
          <dd className="num">
            {sayMean(primary.kind, asked.known.mean)} <span className="text-ink-3">{sayMetric(primary)}</span>
          </dd>
          {lastDays.data?.lateShare !== null && lastDays.data !== undefined && lastDays.data.lateShare > 0.01 && (
            <>
              <dt>Too late</dt>
              <dd>{percent(Math.round(lastDays.data.lateShare * 100))} of its events come after the window</dd>
            </>
          )}
        </dl>
      )}
      <Ways state={state} />
      {typeof days === 'number' && days > longDays && (
        <Note kind="warn">That is more than 8 weeks. Look for a larger effect, or try fewer variants.</Note>
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

const Ways = ({ state: { design, set, plan } }: Pick<ThePlanProps, 'state'>) => (
  <fieldset className="options ways">
    <legend>When you look</legend>
    {ways.map(({ method, says }) => {
      const days = plan?.[method]?.days
      return (
        <label key={method}>
          <input type="radio" name="method" checked={design.method === method} onChange={() => set({ method })} />
          <span>
            {says} <span className="num text-ink-3">{typeof days === 'number' && plural(days, 'day')}</span>
          </span>
        </label>
      )
    })}
  </fieldset>
)

/** What is not known from the last 14 days is asked for. */
const Typed = ({ state: { design, set, primary }, environment }: Pick<ThePlanProps, 'state' | 'environment'>) => {
  const isShare = primary?.kind === 'conversion'
  const field = (name: keyof typeof design.typed, label: string) => (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          value={design.typed[name]}
          onChange={(event) => set({ typed: { ...design.typed, [name]: event.target.value } })}
        />
      )}
    </Field>
  )
  return (
    <div className="typed">
      <Note>
        <bdi>{environment.name}</bdi> has no units of the last 14 days to plan by. Say what you know, or start without.
      </Note>
      {field('mean', isShare ? 'Today, in percent' : 'Today, on average')}
      {!isShare && field('deviation', 'Standard deviation')}
      {field('unitsPerDay', 'Units a day')}
    </div>
  )
}
