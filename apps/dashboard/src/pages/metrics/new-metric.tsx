import { ApiError, type Environment } from '@bunting/contract'
import { useState } from 'react'
import { sayError } from '../../api/core/change.ts'
import { type Metric, useCreateMetric, useSeenEvents } from '../../api/metrics.ts'
import { eventProblem } from '../../features/experiments/event-problem.ts'
import { sayMetric } from '../../features/experiments/metric-words.ts'
import { keyProblem, nameProblem } from '../../format/field-problems.ts'
import { suggestKey } from '../../format/suggest.ts'
import { Field, Input, Select } from '../../ui/controls/field.tsx'
import { FormFoot } from '../../ui/controls/form-foot.tsx'
import { NameField } from '../../ui/controls/name-and-slug.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { useForm } from '../../ui/controls/use-form.ts'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { capProblem, windows } from './metric-fields.ts'
import { type Choices, MoreChoices } from './more-choices.tsx'

type NewMetricProps = { projectId: string; environment: Environment; onClose(): void }

const kinds = [
  { value: 'conversion', label: 'Whether' },
  { value: 'count', label: 'How often' },
  { value: 'sum', label: 'How much' },
  { value: 'ratio', label: 'Ratio' },
] as const satisfies readonly { value: Metric['kind']; label: string }[]

export const NewMetric = ({ onClose, ...props }: NewMetricProps) => (
  <Dialog open onClose={onClose} title="New metric" lede="Its definition never changes. Events are kept from now on.">
    <NewMetricForm onClose={onClose} {...props} />
  </Dialog>
)

const NewMetricForm = ({ projectId, environment, onClose }: NewMetricProps) => {
  const { data: events = [] } = useSeenEvents(projectId, environment.id)
  const [name, setName] = useState('')
  const [typedKey, setTypedKey] = useState<string>()
  const [kind, setKind] = useState<Metric['kind']>('conversion')
  const [event, setEvent] = useState('')
  const [denominatorEvent, setDenominator] = useState('')
  const [direction, setDirection] = useState<Metric['direction']>('increase')
  const [window, setWindow] = useState(86_400)
  const [cap, setCap] = useState('')
  const [choices, setChoices] = useState<Choices>({ after: 0, adjust: true, source: 'any' })
  const create = useCreateMetric(projectId)
  const key = typedKey ?? suggestKey(name)
  const isRatio = kind === 'ratio'
  const isCapped = kind === 'sum' || kind === 'count'
  const isTaken = create.error instanceof ApiError && create.error.code === 'CONFLICT' && create.variables?.key === key
  const body = {
    ...{ key, name: name.trim(), kind, event: event.trim(), direction, window },
    denominatorEvent: isRatio ? denominatorEvent.trim() : null,
    cap: isCapped && cap.trim() !== '' ? Number(cap) : null,
    ...choices,
    adjust: choices.adjust && !isRatio,
  }
  const { form, problems } = useForm({
    found: {
      name: nameProblem(name),
      key: keyProblem(key),
      event: eventProblem(event.trim()),
      denominator: isRatio ? eventProblem(denominatorEvent.trim()) : undefined,
      cap: isCapped ? capProblem(cap) : undefined,
    },
    ...create,
    send: () => create.mutate(body, { onSuccess: onClose }),
  })
  const taken = isTaken ? 'Another metric of this project has this key; it may be archived.' : undefined
  return (
    <form {...form} className="mt-4 grid gap-4">
      <NameField value={name} onChange={setName} problem={problems.name} />
      <Field label="Key" hint="What experiments name it by. It never changes." problem={problems.key ?? taken}>
        {(control) => (
          <Input {...control} className="mono" value={key} onChange={(change) => setTypedKey(change.target.value)} />
        )}
      </Field>
      <div>
        <span className="label">What counts</span>
        <Segments<Metric['kind']> label="What counts" value={kind} onChange={setKind} options={kinds} />
      </div>
      <Field
        label="Event"
        hint={
          events.length === 0
            ? 'The name that your code tracks.'
            : `Seen today: ${events
                .slice(0, 5)
                .map((one) => one.name)
                .join(', ')}`
        }
        problem={problems.event}
      >
        {(control) => (
          <Input
            {...control}
            className="mono"
            placeholder="purchase"
            list="seen-events"
            value={event}
            onChange={(change) => setEvent(change.target.value)}
          />
        )}
      </Field>
      <datalist id="seen-events">
        {events.map((one) => (
          <option key={one.name} value={one.name} />
        ))}
      </datalist>
      {isRatio && (
        <Field label="Over the event" problem={problems.denominator}>
          {(control) => (
            <Input
              {...control}
              className="mono"
              list="seen-events"
              value={denominatorEvent}
              onChange={(change) => setDenominator(change.target.value)}
            />
          )}
        </Field>
      )}
      <Field label="Within" hint="Counted from the first time somebody sees a variant; people count once it is over.">
        {(control) => (
          <Select {...control} value={window} onChange={(change) => setWindow(Number(change.target.value))}>
            {windows.map(({ seconds, label }) => (
              <option key={seconds} value={seconds}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {isCapped && (
        <Field
          label="At most"
          aside="optional"
          hint="The most that one unit is worth, so that a few do not outweigh all others."
          problem={problems.cap}
        >
          {(control) => (
            <Input {...control} inputMode="decimal" value={cap} onChange={(change) => setCap(change.target.value)} />
          )}
        </Field>
      )}
      <div>
        <span className="label">Which way is good</span>
        <Segments<Metric['direction']>
          label="Which way is good"
          value={direction}
          onChange={setDirection}
          options={[
            { value: 'increase', label: 'More is better' },
            { value: 'decrease', label: 'Less is better' },
          ]}
        />
      </div>
      <MoreChoices choices={choices} onChange={setChoices} isRatio={isRatio} />
      <p className="text-ink-2" aria-live="polite">
        {body.event === '' ? '' : `Counts ${sayMetric(body)}.`}
      </p>
      {create.error && !isTaken && <Note kind="no">{sayError(create.error)}</Note>}
      <FormFoot onCancel={onClose} busy={create.isPending}>
        Create metric
      </FormFoot>
    </form>
  )
}
