import type { Environment } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { useId } from 'react'
import { Pennant } from '../../ui/pennants/pennant.tsx'
import { pennantState } from '../../ui/pennants/pennant-state.ts'
import { sayConfig } from './say-config.ts'

type ChoiceProps = {
  environments: readonly Environment[]
  versions: Readonly<Record<string, { version: number; config: FlagConfig }>>
  value: Environment
  onChange(environment: Environment): void
}

/** Chooses one of several environments, each with its current state. */
export const EnvironmentChoice = ({ environments, versions, value, onChange }: ChoiceProps) => {
  const name = useId()
  return (
    <fieldset className="environment-choice">
      <legend className="label">Copy to</legend>
      <div>
        {environments.map((environment) => {
          const version = versions[environment.id]
          return (
            <label key={environment.id}>
              <input
                type="radio"
                name={name}
                checked={environment.id === value.id}
                onChange={() => onChange(environment)}
              />
              <Pennant environment={environment} state={pennantState(version?.config)} line />
              <span className="min-w-0">
                <b dir="auto">{environment.name}</b>
                <small>
                  {version && `v${version.version}, `}
                  {sayConfig(version?.config)}
                  {environment.protected && ', protected'}
                </small>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
