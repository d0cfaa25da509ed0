import type { ProjectChange } from '@bunting/contract'

/** A change; `reset`: unknown changes, read everything; `open`: changes are reported from now on. */
export type LiveEvent = ProjectChange | 'reset' | 'open'
