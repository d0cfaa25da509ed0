import type { KeyInList } from '../../api/api-keys.ts'
import { Tag } from '../../ui/tag.tsx'
import { Time } from '../../ui/time.tsx'
import { useNow } from '../../ui/use-now.ts'

/** The time before a key expires in which a warning is shown: enough to rotate it, or to make another. */
const soonMs = 14 * 86_400_000

type KeyEndProps = { apiKey: Pick<KeyInList, 'revokedAt' | 'expiresAt'>; inForce: boolean }

/** The time when a key expires, or ended. */
export const KeyEnd = ({ apiKey: { revokedAt, expiresAt }, inForce }: KeyEndProps) => {
  const now = useNow()
  if (revokedAt !== null)
    return (
      <>
        Revoked <Time at={revokedAt} />
      </>
    )
  if (expiresAt === null) return <span className="text-ink-3">never</span>
  const isSoon = inForce && Date.parse(expiresAt) - now.getTime() < soonMs
  return (
    <span className="inline-flex items-center gap-2">
      <span>
        {!inForce && 'Expired '}
        <Time at={expiresAt} />
      </span>
      {isSoon && <Tag kind="warn">Ends soon</Tag>}
    </span>
  )
}
