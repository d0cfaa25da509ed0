import type { ApiKeyId, EnvironmentId } from '@bunting/contract'

/** The environments and keys of a change that the edge has to learn of. */
export type Publication = { environments?: readonly EnvironmentId[]; keys?: readonly ApiKeyId[] }

/** Publishes the store's content to the edge; the interface for code that makes changes. */
export type Publisher = {
  /** Returns undefined if published, else a warning for the caller. The background retries in either case. */
  publish(publication: Publication): Promise<string | undefined>
  /** Publishes the environment's bundle, whether it changed or not. */
  sync(environmentId: EnvironmentId): Promise<{ flagCount: number; syncWarning?: string }>
  close(): Promise<void>
}
