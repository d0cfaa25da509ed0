import { useNavigate } from '@tanstack/react-router'
import { useMembers } from '../../api/members.ts'
import { Face } from '../../ui/face.tsx'
import type { Command, CommandSource } from './command.ts'

/** Commands that find a person, and open the list of their actions. */
export const usePeopleCommands: CommandSource = ({ projectId }) => {
  const navigate = useNavigate()
  const { items: members = [] } = useMembers()
  return members.map(
    ({ id, name, email }): Command => ({
      id,
      group: 'People',
      label: name,
      ...(email === null ? {} : { code: email }),
      hint: 'what they did',
      lead: <Face name={name} />,
      run: () => void navigate({ to: '/projects/$projectId/audit', params: { projectId }, search: { who: id } }),
    }),
  )
}
