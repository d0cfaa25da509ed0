import type { ApiKeyType, Scope } from '@bunting/contract'
import { choosableScopes, isAllowed, scopeWords } from './scopes.ts'

type ScopeChoiceProps = { type: ApiKeyType; value: readonly Scope[]; onChange(scopes: readonly Scope[]): void }

export const ScopeChoice = ({ type, value, onChange }: ScopeChoiceProps) => (
  <fieldset className="options">
    <legend className="label">It may</legend>
    {choosableScopes.map((scope) => {
      const allowed = isAllowed(type, scope)
      const toggle = () => onChange(value.includes(scope) ? value.filter((one) => one !== scope) : [...value, scope])
      return (
        <label key={scope}>
          <input
            type="checkbox"
            checked={value.includes(scope)}
            {...(allowed ? {} : { 'aria-disabled': true })}
            onChange={() => allowed && toggle()}
          />
          <span>
            <b>{scopeWords[scope].label}</b>
            <small>{allowed ? scopeWords[scope].hint : 'Not with a client key, which is public.'}</small>
          </span>
        </label>
      )
    })}
  </fieldset>
)
