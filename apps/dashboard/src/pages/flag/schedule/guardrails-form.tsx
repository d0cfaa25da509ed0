import { limits } from '@bunting/contract'
import { Plus, X } from 'lucide-react'
import { useSession } from '../../../api/session.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Field, Input, Select } from '../../../ui/controls/field.tsx'
import { DurationField } from './duration-field.tsx'
import { type GuardrailDraft, type GuardrailProblems, startingGuardrail } from './guardrail-draft.ts'

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const

type GuardrailsFormProps = {
  guardrails: readonly GuardrailDraft[]
  onChange(guardrails: readonly GuardrailDraft[]): void
  problems: readonly (GuardrailProblems | undefined)[]
}

/** The queries to Prometheus while the schedule runs, and what follows from their answers. */
export const GuardrailsForm = ({ guardrails, onChange, problems }: GuardrailsFormProps) => {
  const { plan } = useSession()
  const because =
    plan === 'enterprise'
      ? guardrails.length >= limits.guardrails
        ? `A schedule has ${limits.guardrails} guardrails at most.`
        : undefined
      : 'Guardrails need the Enterprise plan.'
  const add = () => onChange([...guardrails, startingGuardrail(Math.max(0, ...guardrails.map(({ id }) => id)) + 1)])
  return (
    <div className="guardrails-form">
      {guardrails.map((guardrail, index) => (
        <OneGuardrail
          key={guardrail.id}
          guardrail={guardrail}
          number={index + 1}
          problems={problems[index] ?? {}}
          onChange={(next) => onChange(guardrails.map((one) => (one.id === guardrail.id ? next : one)))}
          onRemove={() => onChange(guardrails.filter(({ id }) => id !== guardrail.id))}
        />
      ))}
      <Button size="sm" because={because} onClick={add}>
        <Plus {...icon} />
        Add a guardrail
      </Button>
    </div>
  )
}

type OneGuardrailProps = {
  guardrail: GuardrailDraft
  number: number
  problems: GuardrailProblems
  onChange(guardrail: GuardrailDraft): void
  onRemove(): void
}

const OneGuardrail = ({ guardrail, number, problems, onChange, onRemove }: OneGuardrailProps) => {
  const set = (fields: Partial<GuardrailDraft>) => onChange({ ...guardrail, ...fields })
  const { query, side, limit, lasting, ends } = guardrail
  return (
    <fieldset>
      <legend>Guardrail {number}</legend>
      <Field label="Query" aside="PromQL with one number as its answer" problem={problems.query}>
        {(control) => (
          <Input
            {...control}
            className="mono"
            dir="ltr"
            maxLength={limits.guardrailQuery}
            placeholder="job:errors:ratio5m"
            value={query}
            onChange={({ target }) => set({ query: target.value })}
          />
        )}
      </Field>
      <div className="sentence">
        <span>If it is</span>
        <Select
          aria-label="Comparison"
          value={side}
          onChange={({ target }) => set({ side: target.value as GuardrailDraft['side'] })}
        >
          <option value="above">above</option>
          <option value="below">below</option>
        </Select>
        <Input
          aria-label="Limit"
          className="num small"
          inputMode="decimal"
          value={limit}
          onChange={({ target }) => set({ limit: target.value })}
          {...(problems.limit !== undefined && { 'aria-invalid': true })}
        />
        <span>for</span>
        <DurationField
          label="For how long"
          value={lasting}
          onChange={(next) => set({ lasting: next })}
          isWrong={problems.lasting !== undefined}
        />
        <span className="then">
          <span>then</span>
          <Select
            aria-label="What follows"
            value={ends}
            onChange={({ target }) => set({ ends: target.value as GuardrailDraft['ends'] })}
          >
            <option value="rollback">roll back</option>
            <option value="pause">pause</option>
          </Select>
        </span>
      </div>
      {(problems.limit ?? problems.lasting) !== undefined && (
        <p className="field-hint no">{problems.limit ?? problems.lasting}</p>
      )}
      <IconButton name={`Remove guardrail ${number}`} className="away" onClick={onRemove}>
        <X {...icon} />
      </IconButton>
    </fieldset>
  )
}
