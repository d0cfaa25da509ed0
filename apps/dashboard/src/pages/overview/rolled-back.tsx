import type { Environment, Overview } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import { EnvName } from '../../ui/pennants/env-name.tsx'
import { Time } from '../../ui/time.tsx'

type RolledBackProps = {
  projectId: string
  items: Overview['rolledBack']
  environments: readonly Environment[]
}

/** Schedules that a guardrail rolled back. */
export const RolledBack = ({ projectId, items, environments }: RolledBackProps) => {
  if (items.length === 0) return <p className="text-ink-2">Nothing was rolled back in these weeks.</p>
  return (
    <ul className="rolled-back">
      {items.map(({ scheduleId, flagKey, environmentId, at, reason }) => {
        const environment = environments.find(({ id }) => id === environmentId)
        return (
          <li key={scheduleId}>
            <Link
              className="link"
              to="/projects/$projectId/flags/$flagKey"
              params={{ projectId, flagKey }}
              search={{ ...(environment && { env: environment.slug }), tab: 'history' }}
            >
              <code>{flagKey}</code>
            </Link>{' '}
            {environment && (
              <>
                in <EnvName environment={environment} />
              </>
            )}{' '}
            <Time at={at} />
            <p>{reason}</p>
          </li>
        )
      })}
    </ul>
  )
}
