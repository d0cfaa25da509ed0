import type { Environment } from '@bunting/contract'
import { Field, Select } from '../../ui/controls/field.tsx'

type EnvironmentFieldProps = {
  label: string
  environments: readonly Environment[]
  value: string | undefined
  onChange(envId: string): void
}

export const EnvironmentField = ({ label, environments, value, onChange }: EnvironmentFieldProps) => (
  <Field label={label}>
    {(control) => (
      <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
        {environments.map(({ id, name, ...environment }) => (
          <option key={id} value={id}>
            {name}
            {environment.protected && ', protected'}
          </option>
        ))}
      </Select>
    )}
  </Field>
)
