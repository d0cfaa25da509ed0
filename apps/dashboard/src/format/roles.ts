import type { Role } from '@bunting/contract'

type RoleWords = {
  label: string
  /** The role with its article, for sentences. */
  one: string
  may: string
}

/** The roles in order, from the fewest rights to the most. */
export const roleWords: Record<Role, RoleWords> = {
  viewer: { label: 'Viewer', one: 'a viewer', may: 'Sees everything, changes nothing.' },
  editor: {
    label: 'Editor',
    one: 'an editor',
    may: 'Also makes and changes flags, and proposes, approves and rejects changes.',
  },
  admin: {
    label: 'Admin',
    one: 'an admin',
    may: 'Also makes projects, environments and keys, protects environments, and changes members.',
  },
}
