import type { Environment } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import { Plus, X } from 'lucide-react'
import { directionNames, sayMetric } from '../../features/experiments/metric-words.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Field, Input, Select } from '../../ui/controls/field.tsx'
import { Picker } from '../../ui/controls/picker.tsx'
import type { Problems } from './body.ts'
import { doing, type Guardrail, guarding } from './design.ts'
import type { ExperimentFormState } from './use-experiment-form.ts'

type WhatCountsProps = { state: ExperimentFormState; projectId: string; environment: Environment; problems: Problems }

const maxSecondary = 10
const maxGuardrails = 5

/** The metric that decides, those that are shown beside it, and those that must not get worse. */
export const WhatCounts = ({ state, projectId, environment, problems }: WhatCountsProps) => {
  const { design, set, metrics, primary } = state
  const free = metrics?.filter(
    ({ key }) =>
      key !== design.primary &&
      !design.secondary.includes(key) &&
      !design.guardrails.some(({ metric }) => metric === key),
  )
  const nameOf = (key: string): string => metrics?.find((metric) => metric.key === key)?.name ?? key
  const items = free?.map(({ key, name }) => ({ key, name }))
  return (
    <section>
      <h2>What counts</h2>
      <Field
        label="Decides"
        hint={primary && `${sayMetric(primary)}, ${directionNames[primary.direction]}`}
        problem={problems.primary}
      >
        {(control) => (
          <Select
            {...control}
            value={design.primary ?? ''}
            onChange={(event) =>
              set({
                primary: event.target.value,
                secondary: design.secondary.filter((key) => key !== event.target.value),
                guardrails: design.guardrails.filter(({ metric }) => metric !== event.target.value),
              })
            }
          >
            <option value="" disabled>
              Choose a metric
            </option>
            {metrics?.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {metrics?.length === 0 && (
        <p className="text-ink-2">
          There is no metric yet.{' '}
          <Link
            className="link"
            to="/projects/$projectId/metrics"
            params={{ projectId }}
            search={{ env: environment.slug, new: 'metric' }}
          >
            Make one
          </Link>
        </p>
      )}
      <div className="metric-line">
        <span className="label">Also shown</span>
        {design.secondary.map((key) => (
          <span className="chosen" key={key}>
            <bdi>{nameOf(key)}</bdi>
            <IconButton
              name={`Leave ${nameOf(key)} out`}
              onClick={() => set({ secondary: design.secondary.filter((one) => one !== key) })}
            >
              <X size={14} strokeWidth={1.5} aria-hidden />
            </IconButton>
          </span>
        ))}
        <Picker
          label="Find a metric"
          items={items}
          onPick={(key) => set({ secondary: [...design.secondary, key] })}
          trigger={
            <Button
              size="sm"
              kind="ghost"
              {...(design.secondary.length >= maxSecondary && { because: 'Ten at most.' })}
            >
              <Plus size={16} strokeWidth={1.5} aria-hidden />
              Metric
            </Button>
          }
        />
      </div>
      <div className="metric-line">
        <span className="label">Guardrails</span>
        {design.guardrails.map((guardrail, at) => (
          <GuardrailLine
            key={guardrail.metric}
            guardrail={guardrail}
            name={nameOf(guardrail.metric)}
            onChange={(next) => set({ guardrails: design.guardrails.with(at, next) })}
            onRemove={() => set({ guardrails: design.guardrails.toSpliced(at, 1) })}
          />
        ))}
        <Picker
          label="Find a metric to guard"
          items={items}
          onPick={(metric) => set({ guardrails: [...design.guardrails, guarding(metric)] })}
          trigger={
            <Button
              size="sm"
              kind="ghost"
              {...(design.guardrails.length >= maxGuardrails && { because: 'Five at most.' })}
            >
              <Plus size={16} strokeWidth={1.5} aria-hidden />
              Guardrail
            </Button>
          }
        />
      </div>
    </section>
  )
}

type GuardrailLineProps = { guardrail: Guardrail; name: string; onChange(next: Guardrail): void; onRemove(): void }

const GuardrailLine = ({ guardrail, name, onChange, onRemove }: GuardrailLineProps) => (
  <span className="guardrail-line">
    <b>
      <bdi>{name}</bdi>
    </b>{' '}
    worse by
    <Input
      aria-label={`${name} worse by, in percent`}
      type="number"
      min={0}
      max={100}
      step="any"
      value={Math.round(guardrail.worseBy * 10_000) / 100}
      onChange={({ target }) =>
        onChange({ ...guardrail, worseBy: Math.min(1, Math.max(0, (target.valueAsNumber || 0) / 100)) })
      }
    />
    % then
    <Select
      aria-label={`When ${name} is crossed`}
      value={guardrail.then}
      onChange={({ target }) => onChange(doing(guardrail, target.value as Guardrail['then']))}
    >
      <option value="notify">notify</option>
      <option value="pause">pause its schedule</option>
      <option value="rollback">roll back</option>
    </Select>
    <IconButton name={`Take the guardrail ${name} away`} onClick={onRemove}>
      <X size={14} strokeWidth={1.5} aria-hidden />
    </IconButton>
  </span>
)
