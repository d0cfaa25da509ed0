import type { Role } from '@bunting/contract'
import { useState } from 'react'
import { roleWords } from '../../format/roles.ts'
import { SearchInput, Select } from '../../ui/controls/field.tsx'

/** With more projects than this, there is a search field. */
const many = 8

type ProjectRolesProps = {
  projects: readonly { id: string; name: string }[]
  roles: Readonly<Record<string, Role>>
  /** Null for the role of the organization. */
  onChange(projectId: string, role: Role | null): void
}

/** Roles in single projects, for those that differ from the organization's. */
export const ProjectRoles = ({ projects, roles, onChange }: ProjectRolesProps) => {
  const [search, setSearch] = useState('')
  const found = projects.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <div className="project-roles">
      {projects.length > many && (
        <SearchInput label="Find a project" value={search} onChange={({ target }) => setSearch(target.value)} />
      )}
      <ul>
        {found.map(({ id, name }) => (
          <li key={id}>
            <span dir="auto" title={name}>
              {name}
            </span>
            <Select
              aria-label={`Role in ${name}`}
              value={roles[id] ?? ''}
              onChange={({ target }) => onChange(id, target.value === '' ? null : (target.value as Role))}
            >
              <option value="">The same</option>
              {Object.entries(roleWords).map(([role, { label }]) => (
                <option key={role} value={role}>
                  {label}
                </option>
              ))}
            </Select>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="text-ink-3">No project is called so.</p>}
    </div>
  )
}

type Named = { id: string; name: string }

/** The roles in short: `The same`, `Viewer in Default` or `Another in 3 projects`. */
export const sayProjectRoles = (roles: Readonly<Record<string, Role>> = {}, projects: readonly Named[]): string => {
  const own = Object.entries(roles)
  const [first] = own
  if (!first) return 'The same'
  if (own.length > 1) return `Another in ${own.length} projects`
  return `${roleWords[first[1]].label} in ${projects.find(({ id }) => id === first[0])?.name ?? 'a project'}`
}
