import type { Flag, Segment } from '@bunting/contract'

/** Something with a versioned config in each environment. */
export type Subject = Flag | Segment

export const isSegment = (subject: Subject): subject is Segment => 'unit' in subject
