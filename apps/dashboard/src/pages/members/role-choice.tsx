import type { Member, Role } from '@bunting/contract'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useUpdateMember } from '../../api/members.ts'
import { roleWords } from '../../format/roles.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { Menu, MenuChoice } from '../../ui/overlays/menu.tsx'

type RoleChoiceProps = { member: Member; isMe: boolean; because: string | undefined }

const options = (Object.keys(roleWords) as Role[]).map((role) => ({ value: role, label: roleWords[role].label }))

/** A role applies from the next request on. Changing one's own role asks first. */
export const RoleChoice = ({ member, isMe, because }: RoleChoiceProps) => {
  const update = useUpdateMember()
  const [asked, setAsked] = useState<Role>()
  const save = (role: Role) => update.mutate({ userId: member.id, role }, { onSettled: () => setAsked(undefined) })
  const button = (
    <Button
      size="sm"
      because={because}
      busy={update.isPending}
      aria-label={`Role of ${member.name}: ${roleWords[member.role].label}`}
    >
      {roleWords[member.role].label}
      <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
    </Button>
  )
  // A button that cannot be used opens no menu.
  if (because !== undefined) return button
  return (
    <>
      <Menu trigger={button}>
        <MenuChoice
          label="Role"
          value={member.role}
          onChange={(role) => (isMe ? setAsked(role) : save(role))}
          options={options}
        />
      </Menu>
      {asked && (
        <Confirm
          open
          onClose={() => setAsked(undefined)}
          title={`Make yourself ${roleWords[asked].one}?`}
          action={`Become ${roleWords[asked].one}`}
          onConfirm={() => save(asked)}
          busy={update.isPending}
        >
          You can no longer change members, environments and keys, nor take this back. Another admin can.
        </Confirm>
      )}
    </>
  )
}
