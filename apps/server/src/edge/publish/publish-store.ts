import type { Store } from '../../store/store.ts'

/**
 * The store as publishing knows it. A change asks it, in this order: `checkpoints.append` (was it restored from a backup?),
 * `publications.readState` and `readPatch` (what is new), then, once the edge has that, `markEnvironments` and
 * `recordSequence` (how far it went). The edge answers in between, so they cannot be one statement. For an edge that keeps
 * nothing, `markEnvironments` is asked later, for many changes at once. Large lists are read after that, where the edge
 * keeps them.
 */
export type PublishStore = Pick<Store, 'checkpoints' | 'publications' | 'unitSecrets' | 'transaction' | keyof ListStore>

export type ListStore = Pick<Store, 'largeLists' | 'listParts' | 'listVersions'>
