import { Input, Select } from '../../../ui/controls/field.tsx'
import { type DurationDraft, type Unit, unitSeconds } from './duration-draft.ts'

type DurationFieldProps = {
  label: string
  value: DurationDraft
  onChange(value: DurationDraft): void
  isWrong?: boolean
}

/** A field for a number and its unit of time. */
export const DurationField = ({ label, value, onChange, isWrong = false }: DurationFieldProps) => (
  <span className="duration">
    <Input
      aria-label={label}
      inputMode="decimal"
      className="num"
      value={value.amount}
      onChange={(event) => onChange({ ...value, amount: event.target.value })}
      {...(isWrong && { 'aria-invalid': true })}
    />
    <Select
      aria-label={`${label}, unit`}
      value={value.unit}
      onChange={(event) => onChange({ ...value, unit: event.target.value as Unit })}
    >
      {Object.keys(unitSeconds).map((unit) => (
        <option key={unit} value={unit}>
          {unit}
        </option>
      ))}
    </Select>
  </span>
)
