import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, Plus } from 'lucide-react'
import { useState } from 'react'
import { useProjects } from '../api/projects.ts'
import { useBecauseInOrganization, useSession } from '../api/session.ts'
import { later } from '../ui/overlays/later.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../ui/overlays/menu.tsx'

const NewProject = later(async () => (await import('./new-project.tsx')).NewProject)

export const ProjectSwitcher = ({ projectId }: { projectId: string }) => {
  const { items: projects = [] } = useProjects()
  const { organization } = useSession()
  const because = useBecauseInOrganization('admin')
  const [creating, setCreating] = useState(false)
  const navigate = useNavigate()
  const open = (id: string) => navigate({ to: '/projects/$projectId/flags', params: { projectId: id } })
  const begin = (id: string) => navigate({ to: '/projects/$projectId/start', params: { projectId: id } })
  const current = projects.find(({ id }) => id === projectId)
  return (
    <>
      <Menu
        trigger={
          <button type="button" className="project">
            <span>
              <b dir="auto">{current?.name ?? '\u00a0'}</b>
              <small dir="auto">{organization.name}</small>
            </span>
            <ChevronsUpDown size={16} strokeWidth={1.5} aria-hidden />
            <span className="sr-only">Switch project</span>
          </button>
        }
      >
        <MenuChoice
          label="Projects"
          value={projectId}
          onChange={open}
          options={projects.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <MenuLine />
        <MenuItem
          icon={<Plus size={16} strokeWidth={1.5} aria-hidden />}
          because={because}
          onSelect={() => setCreating(true)}
        >
          New project
        </MenuItem>
      </Menu>
      {creating && <NewProject onClose={() => setCreating(false)} onCreated={begin} />}
    </>
  )
}
