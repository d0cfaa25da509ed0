import type { Notes } from '../shared/findings.ts'

const fields: ReadonlyMap<string, string> = new Map([
  ['userId', 'userId'],
  ['sessionId', 'anonymousId'],
])

/** Ids are always texts. */
export const isId = (attribute: string): boolean => [...fields.values()].includes(attribute)

/** What a field of their context is called here. */
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
