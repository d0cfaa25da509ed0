import { ChevronDown } from 'lucide-react'
import { dayIn, daysBefore, type Zone } from '../../format/days.ts'
import { dayAndMonth as say } from '../../format/say-day.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field, Input } from '../../ui/controls/field.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { useNow } from '../../ui/use-now.ts'

type Span = { from?: string | undefined; to?: string | undefined }
type DatePickProps = { value: Span; onChange(value: Span): void; zone: Zone }

const spans = [
  { label: 'Today', days: 0 },
  { label: 'Last 7 days', days: 6 },
  { label: 'Last 30 days', days: 29 },
]

const saySpan = ({ from, to }: Span): string => {
  if (from !== undefined && to !== undefined) return from === to ? say(from) : `${say(from)} to ${say(to)}`
  if (from !== undefined) return `Since ${say(from)}`
  return to === undefined ? 'Dates' : `Until ${say(to)}`
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

/** Chooses the first and the last day. If they are in the wrong order, they are swapped. */
export const DatePick = ({ value, onChange, zone }: DatePickProps) => {
  const today = dayIn(useNow(), zone)
  const set = ({ from, to }: Span) =>
    onChange(from !== undefined && to !== undefined && from > to ? { from: to, to: from } : { from, to })
  const isSet = value.from !== undefined || value.to !== undefined
  return (
    <Popover
      label="Dates"
      trigger={
        <button type="button" className="pick" {...(isSet ? { 'data-set': true } : {})}>
          <span>{saySpan(value)}</span>
          <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
        </button>
      }
    >
      <div className="date-pick">
        <div>
          <Button size="sm" onClick={() => onChange({ from: undefined, to: undefined })}>
            Any time
          </Button>
          {spans.map(({ label, days }) => (
            <Button key={label} size="sm" onClick={() => onChange({ from: daysBefore(today, days), to: undefined })}>
              {label}
            </Button>
          ))}
        </div>
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={end === 'from' ? 'From' : 'Until'}>
            {(control) => (
              <Input
                {...control}
                type="date"
                max={today}
                value={value[end] ?? ''}
                onChange={({ target }) => set({ ...value, [end]: isDay(target.value) ? target.value : undefined })}
              />
            )}
          </Field>
        ))}
      </div>
    </Popover>
  )
}
