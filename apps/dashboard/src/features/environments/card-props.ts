import type { Environment } from '@bunting/contract'

/** The props of each part of an environment's card. */
export type CardProps = { projectId: string; environment: Environment }
