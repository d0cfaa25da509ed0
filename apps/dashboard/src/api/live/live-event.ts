import type { ProjectChange } from '@bunting/contract'

/** What changed, or that it is not known what did; or that from now on it is told. */
export type LiveEvent = ProjectChange | 'reset' | 'open'
