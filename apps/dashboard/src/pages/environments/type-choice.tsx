import type { ApiKeyType } from '@bunting/contract'
import { useId } from 'react'
import { typeWords } from './scopes.ts'

type TypeChoiceProps = { value: ApiKeyType; onChange(type: ApiKeyType): void }

export const TypeChoice = ({ value, onChange }: TypeChoiceProps) => {
  const name = useId()
  return (
    <fieldset className="options">
      <legend className="label">Type</legend>
      {(['server', 'client'] as const).map((type) => (
        <label key={type}>
          <input type="radio" name={name} checked={value === type} onChange={() => onChange(type)} />
          <span>
            <b>{typeWords[type].label}</b>
            <small>{typeWords[type].hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
