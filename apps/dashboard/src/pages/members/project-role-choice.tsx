import type { Member } from '@bunting/contract'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useUpdateMember } from '../../api/members.ts'
import { roleWords } from '../../format/roles.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'
import { ProjectRoles, sayProjectRoles } from './project-roles.tsx'

type ProjectRoleChoiceProps = {
  member: Member
  projects: readonly { id: string; name: string }[]
  because: string | undefined
}

/** A member's roles in single projects. Each applies from the next request on, so each is saved when it is chosen. */
export const ProjectRoleChoice = ({ member, projects, because }: ProjectRoleChoiceProps) => {
  const update = useUpdateMember()
  const [isOpen, setOpen] = useState(false)
  const label = sayProjectRoles(member.projects, projects)
  return (
    <>
      <Button
        size="sm"
        className="ghost -ml-2 max-w-56"
        because={because}
        onClick={() => setOpen(true)}
        aria-label={`Roles of ${member.name} in projects: ${label}`}
      >
        <bdi className="truncate">{label}</bdi>
        <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`${member.name} in projects`}
        lede={`${roleWords[member.role].label} in the organization. In a project another role may hold instead, be it higher or lower.`}
      >
        <ProjectRoles
          projects={projects}
          roles={member.projects ?? {}}
          onChange={(projectId, role) => update.mutate({ userId: member.id, projects: { [projectId]: role } })}
        />
        <DialogFoot>
          <Button kind="primary" busy={update.isPending} onClick={() => setOpen(false)}>
            Done
          </Button>
        </DialogFoot>
      </Dialog>
    </>
  )
}
