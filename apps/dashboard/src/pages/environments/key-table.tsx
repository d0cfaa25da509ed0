import type { Environment } from '@bunting/contract'
import { useState } from 'react'
import { useActors } from '../../api/actors.ts'
import { isInForce, type KeyInList } from '../../api/api-keys.ts'
import { Empty } from '../../ui/blank.tsx'
import { Table } from '../../ui/table.tsx'
import { useNow } from '../../ui/use-now.ts'
import { KeyRow } from './key-row.tsx'
import { RevokeKey } from './revoke-key.tsx'
import { RotateKey } from './rotate-key.tsx'

type KeyTableProps = { projectId: string; environment: Environment; keys: readonly KeyInList[] }

const heads = [
  'Description',
  'Key',
  'Type',
  'May',
  'Created',
  'Last used',
  'Ends',
  <span key="actions" className="sr-only">
    Actions
  </span>,
]

/** Working keys come first. Revoked and expired keys stay, so that a refusal can be explained. */
export const KeyTable = ({ projectId, environment, keys }: KeyTableProps) => {
  const now = useNow()
  const actor = useActors(keys.map(({ createdBy }) => createdBy))
  const [rotating, setRotating] = useState<KeyInList>()
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
          .toSorted((a, b) => Number(!isInForce(a, now)) - Number(!isInForce(b, now)))
          .map((key) => (
            <KeyRow
              key={key.id}
              apiKey={key}
              inForce={isInForce(key, now)}
              maker={actor(key.createdBy).name}
              onRotate={() => setRotating(key)}
              onRevoke={() => setRevoking(key)}
            />
          ))}
      </Table>
      <RotateKey
        projectId={projectId}
        environment={environment}
        apiKey={rotating}
        onClose={() => setRotating(undefined)}
      />
      <RevokeKey projectId={projectId} apiKey={revoking} onClose={() => setRevoking(undefined)} />
    </>
  )
}
