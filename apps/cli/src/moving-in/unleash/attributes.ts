import type { Notes } from '../shared/findings.ts'

const fields: ReadonlyMap<string, string> = new Map([
  ['userId', 'userId'],
  ['sessionId', 'anonymousId'],
])

/** Tells whether an attribute is an id, which is always a text. */
export const isId = (attribute: string): boolean => [...fields.values()].includes(attribute)

/** Bunting's name for a field of Unleash's context. */
export const attributeOf = (field: string, rename: ReadonlyMap<string, string>, notes: Notes): string => {
  const chosen = rename.get(field) ?? fields.get(field)
  if (chosen !== undefined) return chosen
  if (field === 'appName') {
    notes.widened(
      'missing-var',
      "Unleash's SDKs know appName by themselves. Here it is an attribute, which the code has to send.",
    )
  }
  if (field !== 'anonymousId') return field
  notes.widened(
    'renamed',
    'The property anonymousId is read as properties.anonymousId: anonymousId is the session here.',
  )
  return 'properties.anonymousId'
}
