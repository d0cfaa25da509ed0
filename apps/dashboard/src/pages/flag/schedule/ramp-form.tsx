import type { FlagConfig } from '@bunting/engine'
import { nameRule } from '../../../features/diff/words/words.ts'
import { percent } from '../../../format/number.ts'
import { Checkbox, Field, Input, Select } from '../../../ui/controls/field.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { type DurationDraft, localText } from './duration-draft.ts'
import { DurationField } from './duration-field.tsx'
import { type RampDraft, type RampProblems, shareOf, spanFor } from './ramp-draft.ts'

type RampFormProps = {
  config: FlagConfig
  draft: RampDraft
  onChange(draft: RampDraft): void
  problems: RampProblems
}

const lengths: Record<string, { label: string; over: DurationDraft }> = {
  hour: { label: '1 h', over: { amount: '1', unit: 'hours' } },
  shift: { label: '6 h', over: { amount: '6', unit: 'hours' } },
  day: { label: '1 day', over: { amount: '1', unit: 'days' } },
  week: { label: '1 week', over: { amount: '7', unit: 'days' } },
}

const other = 'other'

/** The form of a ramp: the target share, the duration and the number of steps. */
export const RampForm = ({ config, draft, onChange, problems }: RampFormProps) => {
  const set = (fields: Partial<RampDraft>) => onChange({ ...draft, ...fields })
  return (
    <div className="ramp-form">
      {config.rules.length > 1 && (
        <Field label="Rule">
          {(control) => (
            <Select
              {...control}
              value={draft.ruleId}
              onChange={({ target }) =>
                set({ ruleId: target.value, ...spanFor(config.rules.find(({ id }) => id === target.value)) })
              }
            >
              {config.rules.map((rule, index) => (
                <option key={rule.id} value={rule.id}>
                  {nameRule(rule, index)}, {percent(shareOf(rule))} now
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <fieldset>
        <legend className="label">To what</legend>
        <span className="shares">
          <span>from</span>
          <Share
            label="From, in percent"
            value={draft.from}
            onChange={(from) => set({ from })}
            problem={problems.from}
          />
          <span>% to</span>
          <Share label="To, in percent" value={draft.to} onChange={(to) => set({ to })} problem={problems.to} />
          <span>%</span>
        </span>
        <Problem says={problems.from ?? problems.to} />
      </fieldset>
      <Length draft={draft} set={set} problem={problems.over} />
      <Field label="In how many steps" problem={problems.steps}>
        {(control) => (
          <Input
            {...control}
            className="num small"
            inputMode="numeric"
            value={draft.steps}
            onChange={({ target }) => set({ steps: target.value })}
          />
        )}
      </Field>
      <Begins draft={draft} set={set} problem={problems.startsAt} />
      {!config.enabled && (
        <Checkbox checked={draft.turnsOn} onChange={({ target }) => set({ turnsOn: target.checked })}>
          It is off here: turn it on with the first step
        </Checkbox>
      )}
    </div>
  )
}

type PartProps = { draft: RampDraft; set(fields: Partial<RampDraft>): void; problem: string | undefined }

const Length = ({ draft: { over }, set, problem }: PartProps) => {
  const known = Object.entries(lengths).find(
    ([, { over: one }]) => one.amount === over.amount && one.unit === over.unit,
  )?.[0]
  return (
    <fieldset>
      <legend className="label">Over how long</legend>
      <span className="length">
        <Segments
          label="Over how long"
          value={known ?? other}
          onChange={(chosen) => set({ over: lengths[chosen]?.over ?? { amount: '2', unit: 'days' } })}
          options={[
            ...Object.entries(lengths).map(([value, { label }]) => ({ value, label })),
            { value: other, label: 'Other' },
          ]}
        />
        {known === undefined && (
          <DurationField
            label="How long"
            value={over}
            onChange={(next) => set({ over: next })}
            isWrong={problem !== undefined}
          />
        )}
      </span>
      <Problem says={problem} />
    </fieldset>
  )
}

const Begins = ({ draft: { startsAt }, set, problem }: PartProps) => (
  <div>
    <Checkbox
      checked={startsAt !== ''}
      onChange={({ target }) => set({ startsAt: target.checked ? localText(new Date(Date.now() + 3_600_000)) : '' })}
    >
      Begin later
    </Checkbox>
    {startsAt !== '' && (
      <Field label="Begins" problem={problem}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={startsAt}
            onChange={({ target }) => set({ startsAt: target.value })}
          />
        )}
      </Field>
    )}
  </div>
)

type ShareProps = { label: string; value: string; onChange(value: string): void; problem: string | undefined }

const Share = ({ label, value, onChange, problem }: ShareProps) => (
  <Input
    aria-label={label}
    className="num small"
    inputMode="decimal"
    value={value}
    onChange={({ target }) => onChange(target.value)}
    {...(problem !== undefined && { 'aria-invalid': true })}
  />
)

const Problem = ({ says }: { says: string | undefined }) =>
  says === undefined ? null : <p className="field-hint no">{says}</p>
