import { joined } from '../text/list.ts'
import type { ActionWords } from './action.ts'
import { metaText } from './entry.ts'
import type { Part } from './part.ts'

/** The words for the fields that can change. */
const words: Record<string, string> = { name: 'renamed the organization to', plan: 'put the organization on the plan' }

export const organizationUpdated: ActionWords = {
  label: 'Organization changed',
  resourceType: 'organization',
  says: (entry) => {
    const changed = Object.entries(words).flatMap(([name, said]): Part[][] => {
      const text = metaText(entry, name)
      return text === undefined ? [] : [[`${said} `, { is: 'name', text }]]
    })
    return changed.length === 0 ? ['changed the organization'] : joined(changed, '; ')
  },
}
