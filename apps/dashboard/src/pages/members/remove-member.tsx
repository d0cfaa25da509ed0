import type { Member } from '@bunting/contract'
import { sayList } from '@bunting/contract/text'
import { useState } from 'react'
import { toast } from '../../api/core/toast.tsx'
import { useRemoveMember } from '../../api/members.ts'
import { plural } from '../../format/number.ts'
import { Checkbox } from '../../ui/controls/field.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'

type RemoveMemberProps = { member: Member | undefined; isMe: boolean; onClose(): void }

export const RemoveMember = ({ member, ...props }: RemoveMemberProps) =>
  member ? <OpenRemoveMember member={member} {...props} /> : null

const OpenRemoveMember = ({ member, isMe, onClose }: RemoveMemberProps & { member: Member }) => {
  const remove = useRemoveMember()
  const [keepKeys, setKeepKeys] = useState(false)
  const { id: userId, keys = 0 } = member
  return (
    <Confirm
      open
      onClose={onClose}
      title={isMe ? 'Remove yourself?' : `Remove ${member.name}?`}
      action={isMe ? 'Remove me' : `Remove ${member.name}`}
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate({ userId, keepKeys }, { onSuccess: (ended) => tellEnded(member.name, ended), onSettled: onClose })
      }
      choice={
        keys > 0 &&
        !isMe && (
          <Checkbox checked={keepKeys} onChange={({ target }) => setKeepKeys(target.checked)}>
            Keep {keys === 1 ? 'the key' : 'the keys'}: from now on {keys === 1 ? 'it is' : 'they are'} mine
          </Checkbox>
        )
      }
    >
      {isMe ? 'You are signed out everywhere' : 'They are signed out everywhere'} at once and cannot sign in again. What
      was changed stays, under the same name. {sayKeys(keys, keepKeys, isMe ? 'you' : 'them')} Invitations and schedules
      {isMe ? ' of yours' : ' of theirs'} end too, and webhooks are disabled.
    </Confirm>
  )
}

type Ended = Awaited<ReturnType<ReturnType<typeof useRemoveMember>['mutateAsync']>>

/** Says what the removal ended: the dialog knew only the number of keys. */
const tellEnded = (name: string, { revokedKeys, invitations, schedules, webhooks }: Ended): void => {
  const ended = [
    { count: revokedKeys, word: 'key' },
    { count: invitations, word: 'invitation' },
    { count: schedules, word: 'schedule' },
    { count: webhooks, word: 'webhook' },
  ].flatMap(({ count, word }) => (count === 0 ? [] : [plural(count, word)]))
  if (ended.length === 0) return
  toast({ kind: 'yes', title: `${name} is removed`, children: `Ended with them: ${sayList(ended)}.` })
}

const sayKeys = (keys: number, kept: boolean, whom: string): string => {
  if (keys === 0) return `No key ends with ${whom}.`
  if (kept) return keys === 1 ? 'The key goes on working.' : `The ${keys} keys go on working.`
  return `${plural(keys, 'key')} ${keys === 1 ? 'ends' : 'end'} with ${whom}: whatever uses ${keys === 1 ? 'it' : 'these'} is refused.`
}
