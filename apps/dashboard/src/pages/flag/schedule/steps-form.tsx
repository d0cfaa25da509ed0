import { limits } from '@bunting/contract'
import type { FlagConfig, FlagType } from '@bunting/engine'
import { Plus, X } from 'lucide-react'
import { variantsOf } from '../../../features/draft/parts.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Input, Select } from '../../../ui/controls/field.tsx'
import { localText } from './duration-draft.ts'
import { DurationField } from './duration-field.tsx'
import type { ChangeDraft, StepDraft, StepProblems } from './steps-draft.ts'
import { keyOf, subjectsOf } from './subjects.ts'
import { ValueField } from './value-field.tsx'

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const

type StepsFormProps = {
  config: FlagConfig
  type: FlagType
  steps: readonly StepDraft[]
  onChange(steps: readonly StepDraft[]): void
  problems: readonly StepProblems[]
}

/** A new step: an hour after the start, or after the previous step. */
export const startingStep = (id: number, config: FlagConfig): StepDraft => {
  const { subject, value } = firstSubject(config)
  return { id, when: 'after', after: { amount: '1', unit: 'hours' }, at: '', changes: [{ subject, value }] }
}

/** The step after the last one: it changes the same things, and reverses booleans. */
const stepAfter = (steps: readonly StepDraft[], config: FlagConfig): StepDraft => {
  const id = Math.max(...steps.map((step) => step.id)) + 1
  const changes = steps.at(-1)?.changes.map(({ subject, value }) => ({ subject, value: opposite[value] ?? value }))
  return { ...startingStep(id, config), ...(changes && { changes }) }
}

const opposite: Record<string, string> = { true: 'false', false: 'true' }

const firstSubject = (config: FlagConfig): ChangeDraft => subjectsOf(config)[0] as ChangeDraft

/** The form of single steps: when, and what changes. */
export const StepsForm = ({ config, type, steps, onChange, problems }: StepsFormProps) => {
  const change = (id: number, fields: Partial<StepDraft>) =>
    onChange(steps.map((step) => (step.id === id ? { ...step, ...fields } : step)))
  const add = () => onChange([...steps, stepAfter(steps, config)])
  return (
    <div className="steps-form">
      <ol>
        {steps.map((step, index) => (
          <li key={step.id}>
            <fieldset>
              <legend>Step {index + 1}</legend>
              <When
                step={step}
                at={index}
                onChange={(fields) => change(step.id, fields)}
                problem={problems[index]?.when}
              />
              {step.changes.map((one, at) => (
                <OneChange
                  key={keyOf(one)}
                  number={index + 1}
                  config={config}
                  type={type}
                  step={step}
                  one={one}
                  problem={problems[index]?.changes[at]}
                  onChange={(changes) => change(step.id, { changes })}
                />
              ))}
              <AddChange config={config} step={step} onChange={(changes) => change(step.id, { changes })} />
              {steps.length > 1 && (
                <IconButton
                  name={`Remove step ${index + 1}`}
                  className="away"
                  onClick={() => onChange(steps.filter(({ id }) => id !== step.id))}
                >
                  <X {...icon} />
                </IconButton>
              )}
            </fieldset>
          </li>
        ))}
      </ol>
      <Button
        size="sm"
        because={steps.length >= limits.steps ? `A schedule has ${limits.steps} steps at most.` : undefined}
        onClick={add}
      >
        <Plus {...icon} />
        Add a step
      </Button>
    </div>
  )
}

type WhenProps = {
  step: StepDraft
  at: number
  onChange(fields: Partial<StepDraft>): void
  problem: string | undefined
}

const When = ({ step, at: index, onChange, problem }: WhenProps) => {
  const name = `step ${index + 1}`
  return (
    <div className="when">
      <Select
        aria-label={`When ${name} comes`}
        value={step.when}
        onChange={({ target }) =>
          onChange({
            when: target.value as StepDraft['when'],
            at: step.at === '' ? localText(new Date(Date.now() + (index + 1) * 3_600_000)) : step.at,
          })
        }
      >
        <option value="after">{index === 0 ? 'After the start' : 'After the step before'}</option>
        <option value="at">At a time</option>
      </Select>
      {step.when === 'after' ? (
        <DurationField
          label={`How long until ${name}`}
          value={step.after}
          onChange={(after) => onChange({ after })}
          isWrong={problem !== undefined}
        />
      ) : (
        <Input
          type="datetime-local"
          aria-label={`Time of ${name}`}
          value={step.at}
          onChange={({ target }) => onChange({ at: target.value })}
          {...(problem !== undefined && { 'aria-invalid': true })}
        />
      )}
      {problem !== undefined && <p className="field-hint no">{problem}</p>}
    </div>
  )
}

type OneChangeProps = {
  number: number
  config: FlagConfig
  type: FlagType
  step: StepDraft
  one: ChangeDraft
  problem: string | undefined
  onChange(changes: readonly ChangeDraft[]): void
}

const OneChange = ({ number, config, type, step, one, problem, onChange }: OneChangeProps) => {
  const key = keyOf(one)
  const put = (next: ChangeDraft) => onChange(step.changes.map((each) => (keyOf(each) === key ? next : each)))
  const free = subjectsOf(config).filter(
    (option) => option.key === key || !step.changes.some((each) => keyOf(each) === option.key),
  )
  const label = `Step ${number} makes it`
  const { field } = one.subject
  return (
    <div className="change">
      <Select
        aria-label={`What step ${number} changes`}
        value={key}
        onChange={({ target }) => {
          const chosen = free.find((option) => option.key === target.value)
          if (chosen) put({ subject: chosen.subject, value: chosen.value })
        }}
      >
        {free.map((option) => (
          <option key={option.key} value={option.key}>
            {option.label}
          </option>
        ))}
      </Select>
      {field === 'enabled' || field === 'ruleEnabled' ? (
        <Select aria-label={label} value={one.value} onChange={({ target }) => put({ ...one, value: target.value })}>
          <option value="true">on</option>
          <option value="false">off</option>
        </Select>
      ) : field === 'rolloutPercentage' ? (
        <span className="shares">
          <Input
            aria-label={`${label}, in percent`}
            className="num small"
            inputMode="decimal"
            value={one.value}
            onChange={({ target }) => put({ ...one, value: target.value })}
            {...(problem !== undefined && { 'aria-invalid': true })}
          />
          <span>%</span>
        </span>
      ) : (
        <ValueField
          label={label}
          type={type}
          variants={variantsOf(config)}
          value={one.value}
          onChange={(value) => put({ ...one, value })}
          isWrong={problem !== undefined}
        />
      )}
      {step.changes.length > 1 && (
        <IconButton
          name="Remove this change"
          onClick={() => onChange(step.changes.filter((each) => keyOf(each) !== key))}
        >
          <X {...icon} />
        </IconButton>
      )}
      {problem !== undefined && <p className="field-hint no">{problem}</p>}
    </div>
  )
}

const AddChange = ({ config, step, onChange }: Pick<OneChangeProps, 'config' | 'step' | 'onChange'>) => {
  const next = subjectsOf(config).find((option) => !step.changes.some((each) => keyOf(each) === option.key))
  if (!next) return null
  return (
    <button
      type="button"
      className="link"
      onClick={() => onChange([...step.changes, { subject: next.subject, value: next.value }])}
    >
      Change more at the same time
    </button>
  )
}
