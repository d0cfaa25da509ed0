import type { Member } from '@bunting/contract'
import { useRemoveMember } from '../../data/members.ts'
import { Confirm } from '../../parts/confirm.tsx'

type RemoveMemberProps = { member: Member | undefined; isMe: boolean; onClose(): void }

export const RemoveMember = ({ member, isMe, onClose }: RemoveMemberProps) => {
  const remove = useRemoveMember()
  if (!member) return null
  return (
    <Confirm
      open
      onClose={onClose}
      title={isMe ? 'Remove yourself?' : `Remove ${member.name}?`}
      action={isMe ? 'Remove me' : `Remove ${member.name}`}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(member.id, { onSettled: onClose })}
    >
      {isMe ? 'You are signed out everywhere' : 'They are signed out everywhere'} at once and cannot sign in again. What
      was changed stays, under the same name. Keys go on working: revoke those that are no longer wanted.
    </Confirm>
  )
}
