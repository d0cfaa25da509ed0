import type { Flag, Segment } from '@bunting/contract'

/** What has configs, versioned in each environment. */
export type Subject = Flag | Segment

export const isSegment = (subject: Subject): subject is Segment => 'unit' in subject
