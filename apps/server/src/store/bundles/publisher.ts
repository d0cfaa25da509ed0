import type { ApiKeyId, EnvironmentId } from '@bunting/contract'

/** What of a change the edge has to see. */
export type Publication = { environments?: readonly EnvironmentId[]; keys?: readonly ApiKeyId[] }

/** Brings what the store has to the edge, as those who change it know that. */
export type Publisher = {
  /** Undefined when it is out; otherwise the warning for the caller. It is retried in the background either way. */
  publish(publication: Publication): Promise<string | undefined>
  /** The environment's bundle, whether it changed or not. */
  sync(environmentId: EnvironmentId): Promise<{ flagCount: number; syncWarning?: string }>
  close(): Promise<void>
}
