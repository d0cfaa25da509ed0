import { plural } from '../../format/number.ts'
import { dateOf } from '../../format/time.ts'
import { useNow } from '../../ui/use-now.ts'
import type { End, Method } from './design.ts'
import { endsOf } from './planned-end.ts'
import type { ExperimentFormState } from './use-experiment-form.ts'

const ways: readonly { method: Method; says: string }[] = [
  { method: 'hybrid', says: 'Any day, and once in full at the end' },
  { method: 'sequential', says: 'Any day, no planned end' },
  { method: 'fixed', says: 'Only at the end' },
]

/** The ways to look, each with the days that it takes. */
export const Ways = ({ state: { design, set, plan } }: { state: ExperimentFormState }) => (
  <fieldset className="options ways">
    <legend>When you look</legend>
    {ways.map(({ method, says }) => {
      const days = plan?.[method]?.days
      return (
        <label key={method}>
          <input type="radio" name="method" checked={design.method === method} onChange={() => set({ method })} />
          <span className="way">
            {says} <span className="num text-ink-3">{typeof days === 'number' && plural(days, 'day')}</span>
          </span>
        </label>
      )
    })}
  </fieldset>
)

const endNames: Record<End, (days: number) => string> = {
  kept: () => 'As it was planned',
  weeks: (days) => `After ${plural(days / 7, 'whole week')}`,
  days: (days) => `After ${plural(days, 'day')}`,
}

/** The planned ends to choose from. It cannot be moved once the experiment runs. */
export const Ends = ({ state }: { state: ExperimentFormState }) => {
  const { design, set } = state
  const now = useNow()
  const ends = endsOf(state, now)
  const chosen = ends.some(({ end }) => end === design.end) ? design.end : 'weeks'
  if (ends.length === 0) return null
  return (
    <fieldset className="options ways">
      <legend>When it ends</legend>
      {ends.map(({ end, days, at }) => (
        <label key={end}>
          <input type="radio" name="end" checked={chosen === end} onChange={() => set({ end })} />
          <span className="way">
            {endNames[end](days)} <span className="num text-ink-3">{dateOf(at)}</span>
          </span>
        </label>
      ))}
      <p>Whole weeks count each weekday alike. The end cannot be moved once it runs.</p>
    </fieldset>
  )
}
