import type { ProjectChange } from '@bunting/contract'

/** What changed, or that it is not known what did. */
export type News = ProjectChange | 'reset'
