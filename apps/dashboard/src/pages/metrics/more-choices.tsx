import type { Metric } from '../../api/metrics.ts'
import { Checkbox, Field, Select } from '../../ui/controls/field.tsx'
import { afters } from './metric-fields.ts'

export type Choices = Pick<Metric, 'after' | 'adjust' | 'source'>

type MoreChoicesProps = { choices: Choices; onChange(choices: Choices): void; isRatio: boolean }

/** What most metrics leave as it is. */
export const MoreChoices = ({ choices, onChange, isRatio }: MoreChoicesProps) => {
  const set = (change: Partial<Choices>) => onChange({ ...choices, ...change })
  return (
    <details className="more-choices">
      <summary>More choices</summary>
      <div className="mt-3 grid gap-4">
        <Field label="From" hint="Later than at once, it tells who comes back: counted from then on.">
          {(control) => (
            <Select {...control} value={choices.after} onChange={({ target }) => set({ after: Number(target.value) })}>
              {afters.map(({ seconds, label }) => (
                <option key={seconds} value={seconds}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Told by" hint="A client key is public, so anybody can invent events with it.">
          {(control) => (
            <Select
              {...control}
              value={choices.source}
              onChange={({ target }) => set({ source: target.value === 'server' ? 'server' : 'any' })}
            >
              <option value="any">any key</option>
              <option value="server">server keys alone</option>
            </Select>
          )}
        </Field>
        {!isRatio && (
          <Checkbox checked={choices.adjust} onChange={({ target }) => set({ adjust: target.checked })}>
            <span>
              Allow for what people did in the 14 days before{' '}
              <span className="text-ink-3">narrower intervals from as many people (CUPED)</span>
            </span>
          </Checkbox>
        )}
      </div>
    </details>
  )
}
