import { Link } from '@tanstack/react-router'
import { isInForce, useApiKeys } from '../../api/api-keys.ts'
import { useEnvironments } from '../../api/environments.ts'
import { useSession } from '../../api/session.ts'
import { KeyEnd } from '../../features/environments/key-end.tsx'
import { EnvName } from '../../ui/pennants/env-name.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { useNow } from '../../ui/use-now.ts'

const heads = ['Key', 'Environment', 'Last used', 'Ends']

/** The user's own working keys in the project: they end when the user leaves. */
export const OwnKeys = ({ projectId }: { projectId: string }) => {
  const { user } = useSession()
  const now = useNow()
  const environments = useEnvironments(projectId)
  const lists = useApiKeys(
    projectId,
    environments.map(({ id }) => id),
  )
  const keys = lists.flatMap(({ data = [] }) => data.filter((key) => key.createdBy === user.id && isInForce(key, now)))
  if (keys.length === 0) return null
  return (
    <section aria-labelledby="own-keys">
      <h2 id="own-keys" className="mt-9 mb-2">
        Keys that you made in this project
      </h2>
      <Table label="Your keys" heads={heads}>
        {keys.map((key) => {
          const environment = environments.find(({ id }) => id === key.environmentId)
          return (
            <tr key={key.id}>
              <td className="desc">
                <Link
                  to="/projects/$projectId/environments"
                  params={{ projectId }}
                  search={environment ? { env: environment.slug } : {}}
                >
                  <bdi>{key.description}</bdi>
                </Link>
              </td>
              <td>{environment && <EnvName environment={environment} />}</td>
              <td>
                {key.lastUsedAt === null ? <span className="text-ink-3">never</span> : <Time at={key.lastUsedAt} />}
              </td>
              <td>
                <KeyEnd apiKey={key} inForce />
              </td>
            </tr>
          )
        })}
      </Table>
      <p className="mt-4 max-w-[88ch] text-ink-3">
        A key never does more than you may do, and ends when you are removed from the organization.
      </p>
    </section>
  )
}
