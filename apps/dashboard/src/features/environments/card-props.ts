import type { Environment } from '@bunting/contract'

/** What each part of an environment's card is about. */
export type CardProps = { projectId: string; environment: Environment }
