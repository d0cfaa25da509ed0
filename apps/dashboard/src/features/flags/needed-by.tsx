import { Link } from '@tanstack/react-router'
import { type Dependent, useDependents } from '../../api/dependents.ts'
import { useEnvironments } from '../../api/environments.ts'
import type { FlagRef } from '../../api/flag-versions.ts'
import { plural } from '../../format/number.ts'
import { EnvName } from '../../ui/pennants/env-name.tsx'
import { sayAnyOf } from '../diff/words/prerequisite-words.ts'
import './needed-by.css'
import { Note } from '../../ui/note.tsx'
import { Value } from '../../ui/value.tsx'

type DependentListProps = {
  projectId: string
  dependents: readonly Dependent[]
  /** Shows the environment, if the flags are from several. */
  withEnvironment?: boolean
}

/** The flags that need one, each with the answers it needs and the value it gives without them. */
export const DependentList = ({ projectId, dependents, withEnvironment = false }: DependentListProps) => {
  const environments = useEnvironments(projectId)
  return (
    <ul className="needed-by" aria-label="Needed by">
      {dependents.map(({ environmentId, flagKey, name, values, enabled, defaultValue }) => {
        const environment = environments.find(({ id }) => id === environmentId)
        return (
          <li key={`${environmentId} ${flagKey}`}>
            {withEnvironment && environment && (
              <>
                <EnvName environment={environment} />{' '}
              </>
            )}
            <Link
              className="link"
              to="/projects/$projectId/flags/$flagKey"
              params={{ projectId, flagKey }}
              {...(environment && { search: { env: environment.slug } })}
            >
              <bdi>{name}</bdi>
            </Link>{' '}
            needs it to answer {sayAnyOf(values)}
            {enabled ? (
              <>
                ; otherwise it gives everyone <Value value={defaultValue} />
              </>
            ) : (
              <>
                ; it is off itself, and gives everyone <Value value={defaultValue} />
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The flags that need this one in an environment, including those that are off. */
export const useDependentsIn = ({ projectId, flagKey, envId }: FlagRef): readonly Dependent[] => {
  const { items = [] } = useDependents(projectId, flagKey)
  return items.filter(({ environmentId }) => environmentId === envId)
}

/** The effect of turning a flag off on those that need it; nothing if none does. */
export const NeededWhenOff = ({ projectId, flagKey, envId }: FlagRef) => {
  const dependents = useDependentsIn({ projectId, flagKey, envId }).filter(({ enabled }) => enabled)
  if (dependents.length === 0) return null
  return (
    <Note kind="warn">
      <b>{plural(dependents.length, 'flag needs it and is off with it:', 'flags need it and are off with it:')}</b>
      <DependentList projectId={projectId} dependents={dependents} />
    </Note>
  )
}
