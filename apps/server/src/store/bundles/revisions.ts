import type { EnvironmentId } from '@bunting/contract'
import { sql } from 'kysely'
import { maxBundleBytes, type TooLarge } from '../../rules/configs/bundle-size.ts'
import { type Access, locked } from '../core/access.ts'
import { eachRow, isAmong, type Many, manyOf, prepared, rowsOf } from '../core/prepared.ts'
import { bundleSizes, bytesOfNamed } from './bundle-sizes.ts'
import { type Touched, withNext } from './changes.ts'
import { keysOf } from './environment-snapshots.ts'

type Named = { flagKeys: Many; segmentKeys?: Many | undefined }

/** Includes the bytes of the touched flags and segments: a bundle can have grown by that much at most. */
const lockStates = prepared((access, { ids, flagKeys, segmentKeys }: Named & { ids: Many }) => {
  const states = access.db
    .selectFrom('environments as environment')
    .select(['environment.id', 'environment.revision', 'environment.changes', 'environment.bundle_bytes as bytes'])
    .select(['environment.bundle_bytes_at as bytesAt', bytesOfNamed(access, flagKeys, segmentKeys).as('touchedBytes')])
  return locked(access, states.where(isAmong(access, 'environment.id', ids)).orderBy('environment.id'))
})

const moveStates = prepared((access, { rows }: { rows: string }) => {
  const next = sql<{ id: EnvironmentId; changes: string | null; bytes: number }>`(
    select value ->> 0 as id, value ->> 1 as changes, cast(value ->> 2 as bigint) as bytes from ${eachRow(access, rows)}
  )`
  return access.db
    .updateTable('environments')
    .from(next.as('next'))
    .set((row) => ({
      revision: row('revision', '+', 1),
      changes: row.ref('next.changes'),
      bundle_bytes: row.ref('next.bytes'),
      bundle_bytes_at: row('revision', '+', 1),
    }))
    .whereRef('environments.id', '=', 'next.id')
})

const namedBy = (access: Access, touched: readonly Touched[]): Named => {
  const names = touched.flatMap((one) => one.names ?? [])
  const segmentKeys = keysOf(names, 's:')
  return {
    flagKeys: manyOf(access, keysOf(names, 'f:')),
    segmentKeys: segmentKeys.length === 0 ? undefined : manyOf(access, segmentKeys),
  }
}

/** Gives the environments of each change a new revision. */
export const revisions = (access: Access) => {
  const { sizesOf } = bundleSizes(access)

  return {
    /**
     * Goes in the order of ids, so that two changes of several environments cannot deadlock. Returns the bundles that
     * are now too large. The stored size is an upper bound that grows with each change. The exact size is only measured
     * if that bound exceeds the limit: so that is rare, and a bundle is only ever refused by its exact size.
     */
    bumpRevisions: async (touched: readonly Touched[], maxBytes = maxBundleBytes): Promise<TooLarge[]> => {
      if (touched.length === 0) return []
      const names = new Map(touched.map((one) => [one.environmentId, one.names]))
      const locked = await lockStates(access, { ids: manyOf(access, [...names.keys()]), ...namedBy(access, touched) })
      const states = locked.map(({ id, revision, changes, bytes, bytesAt, touchedBytes }) => {
        const before = bytesAt === revision ? bytes : undefined
        const isTold = before !== undefined && names.get(id) !== undefined
        const atMost = isTold ? before + Number(touchedBytes) : Number.POSITIVE_INFINITY
        return { id, before, atMost, changes: withNext(changes, revision, names.get(id)) }
      })
      const sizes = await sizesOf(states.filter(({ atMost }) => atMost > maxBytes).map(({ id }) => id))
      const next = states.map((state) => ({ ...state, bytes: sizes.get(state.id) ?? state.atMost }))
      await moveStates(access, { rows: rowsOf(next.map(({ id, changes, bytes }) => [id, changes, bytes])) })
      const tooLarge = next.filter(({ bytes }) => bytes > maxBytes)
      return tooLarge.map(({ id, bytes, before }) => ({ environmentId: id, bytes, before }))
    },
  }
}
