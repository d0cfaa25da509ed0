import type { Member, Role } from '@bunting/contract'
import { ChevronDown } from 'lucide-react'
import { useUpdateMember } from '../../data/members.ts'
import { Button } from '../../parts/button.tsx'
import { Menu, MenuChoice } from '../../parts/menu.tsx'
import { roleWords } from './roles.ts'

type ProjectRoleChoiceProps = { member: Member; project: { id: string; name: string }; because: string | undefined }

const same = 'same'
const options: { value: Role | typeof same; label: string }[] = [
  { value: same, label: 'The same' },
  ...(Object.keys(roleWords) as Role[]).map((role) => ({ value: role, label: roleWords[role].label })),
]

/** The role in one project, where it is to be another than in the organization. */
export const ProjectRoleChoice = ({ member, project, because }: ProjectRoleChoiceProps) => {
  const update = useUpdateMember()
  const own = member.projects?.[project.id]
  const label = own === undefined ? 'The same' : roleWords[own].label
  const button = (
    <Button
      size="sm"
      className="ghost -ml-2"
      because={because}
      busy={update.isPending}
      aria-label={`Role in ${project.name} of ${member.name}: ${label}`}
    >
      {label}
      <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
    </Button>
  )
  // A button that cannot be used opens nothing.
  if (because !== undefined) return button
  const save = (role: Role | null) => update.mutate({ userId: member.id, projects: { [project.id]: role } })
  return (
    <Menu trigger={button}>
      <MenuChoice
        label="In this project"
        value={own ?? same}
        onChange={(role) => save(role === same ? null : role)}
        options={options}
      />
    </Menu>
  )
}
