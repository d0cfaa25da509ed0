import type { AuditLogEntry } from '../schemas/audit-log.ts'
import { isolate } from '../text/isolate.ts'
import { unlisted } from '../text/unlisted.ts'
import { metaText } from './entry.ts'
import type { Part } from './part.ts'
import { sentenceOf } from './sentence.ts'

/** Looks up the names behind the ids of an entry. Unknown names are left out of the sentence. */
export type Names = {
  /** The project in which the sentence is shown, if any. */
  projectId?: string
  actor?(actorId: string): string | undefined
  environment?(environmentId: string): string | undefined
  flagKey?(flagId: string): string | undefined
  segmentKey?(segmentId: string): string | undefined
  apiKey?(apiKeyId: string): { description: string; environmentId: string } | undefined
  proposal?(proposalId: string): { createdBy: string; flagId: string | null } | undefined
}

/** An entry as one line of text: `Ada saved version 4 of checkout-layout in Production`. */
export const sayEntry = (entry: AuditLogEntry, names: Names = {}): string => {
  const note = metaText(entry, 'note')
  const sentence = sentenceOf(entry, names.projectId).map((part) => sayPart(part, names, entry))
  const said = [subject(entry, names), ' ', ...sentence, ...(note === undefined ? [] : [`: “${isolate(note)}”`])]
  // An unknown name leaves a double space, and typed texts may contain line breaks.
  return said.join('').replace(/\s+/g, ' ')
}

const subject = ({ actorId, actorType }: AuditLogEntry, names: Names): string => {
  const name = unlisted[actorId] ?? names.actor?.(actorId)
  if (actorType === 'user') return name === undefined ? 'Somebody' : isolate(name)
  return name === undefined ? 'A key' : `The key ${isolate(name)}`
}

type Ref = Exclude<Part, string>
type Say<Of> = (part: Of, names: Names, entry: AuditLogEntry) => string

/** The text of each kind of reference. */
const says: { [Is in Ref['is']]: Say<Extract<Ref, { is: Is }>> } = {
  name: ({ text = '' }) => isolate(text),
  code: ({ text = '' }) => isolate(text),
  quote: ({ text = '' }) => `“${isolate(text)}”`,
  alarm: ({ text }) => text,
  flag: ({ flagKey, flagId, proposalId = '' }, names) =>
    flagKey ?? names.flagKey?.(flagId ?? names.proposal?.(proposalId)?.flagId ?? '') ?? 'a flag',
  segment: ({ segmentKey, segmentId = '' }, names) => segmentKey ?? names.segmentKey?.(segmentId) ?? 'a segment',
  environment: ({ environmentId = '' }, names) => isolate(names.environment?.(environmentId) ?? 'an environment'),
  place: ({ word, environmentId, apiKeyId = '' }, names) => {
    const name = names.environment?.(environmentId ?? names.apiKey?.(apiKeyId)?.environmentId ?? '')
    return name === undefined ? '' : ` ${word} ${isolate(name)}`
  },
  apiKey: ({ apiKeyId }, names) => isolate(names.apiKey?.(apiKeyId)?.description ?? ''),
  review: (part, names, entry) =>
    sayReview(part, entry, names.proposal?.(part.proposalId)?.createdBy, (id) => names.actor?.(id)),
}

const sayPart = (part: Part, names: Names, entry: AuditLogEntry): string =>
  typeof part === 'string' ? part : (says[part.is] as Say<Ref>)(part, names, entry)

/** The words for a review, such as `approved Ada’s change to`. If the proposer reviews their own, they withdraw it. */
export const sayReview = (
  { verb, what }: Extract<Part, { is: 'review' }>,
  { actorId }: AuditLogEntry,
  proposer: string | undefined,
  nameOf: (actorId: string) => string | undefined,
): string => {
  if (proposer === undefined) return `${verb} a ${what}`
  if (proposer === actorId) return `withdrew their own ${what}`
  const name = nameOf(proposer)
  return name === undefined ? `${verb} a ${what}` : `${verb} ${isolate(name)}’s ${what}`
}
