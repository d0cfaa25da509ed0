import type { Environment } from '@bunting/contract'
import type { FlagConfig, FlagType } from '@bunting/engine'
import type { Step } from '../../api/many.ts'
import { Field, Input } from '../../ui/controls/field.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { Pennant } from '../../ui/pennants/pennant.tsx'
import { pennantState } from '../../ui/pennants/pennant-state.ts'
import { sayStates } from '../../ui/pennants/pennant-words.ts'
import { startingConfig } from '../draft/starting-config.ts'
import { readNumber } from '../draft/typed/read-number.ts'

/** The initial state of a new flag. */
export type First = {
  /** The state by environment id; an environment that is missing gets no version. */
  states: Readonly<Record<string, 'off' | 'on'>>
  /** The value for everybody of a string or number flag, as typed. */
  value: string
}

export const nowhere: First = { states: {}, value: '' }

/** Asks for a value of string and number flags: a boolean is true when it is on, and a document starts empty. */
const asksValue = (type: FlagType, { states }: First): boolean =>
  (type === 'string' || type === 'number') && Object.keys(states).length > 0

export const firstProblem = (type: FlagType, first: First): string | undefined =>
  type === 'number' && asksValue(type, first) && typeof readNumber(first.value) === 'string'
    ? 'It has to be a number.'
    : undefined

const firstConfig = (type: FlagType, { value }: First, enabled: boolean): FlagConfig => ({
  ...startingConfig(type),
  enabled,
  ...(type === 'string' ? { defaultValue: value } : {}),
  ...(type === 'number' ? { defaultValue: readNumber(value) } : {}),
})

/** The steps that save the flag's first version in each environment, or propose it. */
export const firstSteps = (
  flagKey: string,
  type: FlagType,
  environments: readonly Environment[],
  first: First,
): Step[] =>
  environments.flatMap(({ id: envId, protected: isProtected }): Step[] => {
    const state = first.states[envId]
    if (state === undefined) return []
    const config = firstConfig(type, first, state === 'on')
    return isProtected
      ? [{ does: 'propose', flagKey, envId, config }]
      : [{ does: 'save', flagKey, envId, config: { ...config, version: 1 } }]
  })

const options = [
  { value: 'nothing', label: 'Nothing' },
  { value: 'off', label: 'Off' },
  { value: 'on', label: 'On' },
] as const

type FirstEnvironmentsProps = {
  environments: readonly Environment[]
  type: FlagType
  first: First
  onChange(first: First): void
  problem: string | undefined
}

/** Chooses the environments in which a new flag exists. In others, apps get no answer until somebody sets it up. */
export const FirstEnvironments = ({ environments, type, first, onChange, problem }: FirstEnvironmentsProps) => {
  const set = (envId: string, state: (typeof options)[number]['value']) => {
    const { [envId]: _, ...others } = first.states
    onChange({ ...first, states: state === 'nothing' ? others : { ...others, [envId]: state } })
  }
  return (
    <fieldset>
      <legend className="label">Where it is at first</legend>
      <p className="field-hint mb-2">{sayStates}</p>
      <ul className="first-environments">
        {environments.map((environment) => {
          const state = first.states[environment.id]
          const config = state && firstConfig(type, first, state === 'on')
          return (
            <li key={environment.id}>
              <Pennant environment={environment} state={pennantState(config)} line />
              <span className="nm">
                <bdi>{environment.name}</bdi>
                {environment.protected && state && <small>by a proposal</small>}
              </span>
              <Segments
                label={`At first in ${environment.name}`}
                value={state ?? 'nothing'}
                onChange={(next) => set(environment.id, next)}
                options={options}
                small
              />
            </li>
          )
        })}
      </ul>
      {asksValue(type, first) && (
        <div className="mt-3">
          <Field label="What everybody gets there" problem={problem}>
            {(control) => (
              <Input
                {...control}
                className="mono"
                value={first.value}
                onChange={({ target }) => onChange({ ...first, value: target.value })}
              />
            )}
          </Field>
        </div>
      )}
    </fieldset>
  )
}
