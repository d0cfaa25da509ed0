import type { AuditLogEntry } from '../schemas/audit-log.ts'
import { sayProposed } from '../text/proposed.ts'
import type { ActionWords } from './action.ts'
import { environment, flagThere, metaText, place } from './entry.ts'
import type { Part } from './part.ts'

/** The words `: archive the flag`, if the proposal is not a config. */
const change = ({ meta }: AuditLogEntry): Part[] =>
  typeof meta.change === 'object' && meta.change !== null ? [`: ${sayProposed(meta.change)}`] : []

const version = ({ meta }: AuditLogEntry): Part[] =>
  typeof meta.version === 'number' ? [`, now version ${meta.version}`] : []

/** The end of the sentence for each kind of subject: its name and its environment. */
const subjects = {
  flag: (entry: AuditLogEntry): Part[] => [flagThere(entry), place(entry), ...change(entry)],
  segment: (entry: AuditLogEntry): Part[] => [
    'the segment ',
    { is: 'segment', segmentKey: metaText(entry, 'segmentKey') },
    place(entry),
  ],
  environment: (entry: AuditLogEntry): Part[] => [environment(entry), ...change(entry)],
}
type Subject = keyof typeof subjects

const kinds: Readonly<Record<string, string>> = { schedule: 'schedule for', experiment: 'start for the experiment on' }

const what = (entry: AuditLogEntry): string => kinds[metaText(entry, 'kind') ?? ''] ?? 'change to'

const proposed = (subject: Subject, label: string): ActionWords => ({
  label,
  resourceType: 'proposal',
  says: (entry) => [`proposed a ${what(entry)} `, ...subjects[subject](entry)],
})

const reviewed = (subject: Subject, verb: 'approved' | 'rejected', label: string): ActionWords => ({
  label,
  resourceType: 'proposal',
  says: (entry) => [
    { is: 'review', verb, what: what(entry), proposalId: entry.resourceId },
    ' ',
    ...subjects[subject](entry),
    ...version(entry),
  ],
})

export const proposalCreated = proposed('flag', 'Change proposed')
export const proposalApproved = reviewed('flag', 'approved', 'Proposal approved')
export const proposalRejected = reviewed('flag', 'rejected', 'Proposal rejected')

export const segmentProposalCreated = proposed('segment', 'Segment change proposed')
export const segmentProposalApproved = reviewed('segment', 'approved', 'Segment change approved')
export const segmentProposalRejected = reviewed('segment', 'rejected', 'Segment change rejected')

export const environmentProposalCreated = proposed('environment', 'Protection change proposed')
export const environmentProposalApproved = reviewed('environment', 'approved', 'Protection change approved')
export const environmentProposalRejected = reviewed('environment', 'rejected', 'Protection change rejected')
