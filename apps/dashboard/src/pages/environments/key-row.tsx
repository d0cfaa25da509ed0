import type { KeyInList } from '../../api/api-keys.ts'
import { useBecause } from '../../api/session.ts'
import { KeyEnd } from '../../features/environments/key-end.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Time } from '../../ui/time.tsx'

type KeyRowProps = {
  apiKey: KeyInList
  /** The key is neither revoked nor expired. */
  inForce: boolean
  maker: string
  onRotate(): void
  onRevoke(): void
}

export const KeyRow = ({ apiKey: key, inForce, maker, onRotate, onRevoke }: KeyRowProps) => {
  const because = useBecause('admin')
  return (
    <tr className={inForce ? '' : 'gone'}>
      <td className="desc max-w-80 truncate" title={key.description}>
        <bdi>{key.description}</bdi>
      </td>
      <td>
        <code>{key.keyPrefix}…</code>
      </td>
      <td>{key.type}</td>
      <td className={inForce ? 'text-ink-2' : ''}>{key.scopes.join(', ')}</td>
      <td>
        <bdi>{maker}</bdi>
        <span className="text-ink-3">
          , <Time at={key.createdAt} />
        </span>
      </td>
      <td>{key.lastUsedAt === null ? <span className="text-ink-3">never</span> : <Time at={key.lastUsedAt} />}</td>
      <td>
        <KeyEnd apiKey={key} inForce={inForce} />
      </td>
      <td className="whitespace-nowrap text-right">
        {inForce && (
          <Button kind="ghost" size="sm" because={because} onClick={onRotate} aria-label={`Rotate ${key.description}`}>
            Rotate
          </Button>
        )}
        {key.revokedAt === null && (
          <Button
            kind="danger"
            size="sm"
            className="ghost -mr-2"
            because={because}
            onClick={onRevoke}
            aria-label={`Revoke ${key.description}`}
          >
            Revoke
          </Button>
        )}
      </td>
    </tr>
  )
}
