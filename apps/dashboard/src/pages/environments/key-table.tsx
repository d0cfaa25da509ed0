import type { Environment } from '@bunting/contract'
import { useState } from 'react'
import { useActors } from '../../data/actors.ts'
import type { KeyInList } from '../../data/api-keys.ts'
import { useBecause } from '../../data/session.ts'
import { Empty } from '../../parts/blank.tsx'
import { Button } from '../../parts/button.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { RevokeKey } from './revoke-key.tsx'

type KeyTableProps = { projectId: string; environment: Environment; keys: readonly KeyInList[] }

const heads = [
  'Description',
  'Key',
  'Type',
  'May',
  'Created',
  <span key="actions" className="sr-only">
    Actions
  </span>,
]

/** Those in use first; a revoked one stays, so that a refusal can be explained. */
export const KeyTable = ({ projectId, environment, keys }: KeyTableProps) => {
  const because = useBecause('admin')
  const actor = useActors(keys.map(({ createdBy }) => createdBy))
  const [revoking, setRevoking] = useState<KeyInList>()
  if (keys.length === 0) {
    return (
      <Empty title={`No keys in ${environment.name} yet`}>
        An app asks for flags with a key. Make one here, and put it where the app reads its settings.
      </Empty>
    )
  }
  return (
    <>
      <Table label={`Keys of ${environment.name}`} heads={heads}>
        {keys
          .toSorted((a, b) => Number(a.revokedAt !== null) - Number(b.revokedAt !== null))
          .map((key) => (
            <tr key={key.id} className={key.revokedAt === null ? '' : 'gone'}>
              <td className="desc max-w-80 truncate" title={key.description}>
                {key.description}
              </td>
              <td>
                <code>{key.keyPrefix}…</code>
              </td>
              <td>{key.type}</td>
              <td className={key.revokedAt === null ? 'text-ink-2' : ''}>{key.scopes.join(', ')}</td>
              <td>
                {actor(key.createdBy).name}
                <span className="text-ink-3">
                  , <Time at={key.createdAt} />
                </span>
              </td>
              <td>
                {key.revokedAt === null ? (
                  <Button
                    kind="danger"
                    size="sm"
                    className="ghost -mr-2"
                    because={because}
                    onClick={() => setRevoking(key)}
                    aria-label={`Revoke ${key.description}`}
                  >
                    Revoke
                  </Button>
                ) : (
                  <>
                    Revoked <Time at={key.revokedAt} />
                  </>
                )}
              </td>
            </tr>
          ))}
      </Table>
      <RevokeKey projectId={projectId} apiKey={revoking} onClose={() => setRevoking(undefined)} />
    </>
  )
}
