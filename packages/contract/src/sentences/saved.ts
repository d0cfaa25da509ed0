import type { ActionWords } from './action.ts'
import { metaText } from './entry.ts'

const words = (label: string, resourceType: 'view' | 'context', did: string): ActionWords => ({
  label,
  resourceType,
  says: (entry) => [`${did} `, { is: 'quote', text: metaText(entry, 'name') }],
})

export const viewCreated = words('View saved', 'view', 'saved the view')
export const viewDeleted = words('View deleted', 'view', 'deleted the view')
export const contextCreated = words('Context saved', 'context', 'saved the context')
export const contextDeleted = words('Context deleted', 'context', 'deleted the context')
