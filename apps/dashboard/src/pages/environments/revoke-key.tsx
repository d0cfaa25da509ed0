import { type KeyInList, useRevokeApiKey } from '../../api/api-keys.ts'
import { Confirm } from '../../ui/overlays/confirm.tsx'

type RevokeKeyProps = { projectId: string; apiKey: KeyInList | undefined; onClose(): void }

export const RevokeKey = ({ projectId, apiKey, onClose }: RevokeKeyProps) => {
  const revoke = useRevokeApiKey()
  if (!apiKey) return null
  const { id: keyId, environmentId: envId, description, keyPrefix } = apiKey
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Revoke ${description}?`}
      action="Revoke the key"
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate({ projectId, envId, keyId }, { onSettled: onClose })}
    >
      Whoever still uses <code>{keyPrefix}…</code> is refused from then on. A revoked key never works again: to undo it,
      make another one.
    </Confirm>
  )
}
