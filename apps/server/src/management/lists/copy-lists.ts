import type { EnvironmentId } from '@bunting/contract'
import { largeListCost } from '@bunting/engine'
import type { Actor } from '../../http/auth/actor.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import { readList } from '../../store/lists/read-list.ts'
import type { Tables } from '../../store/store.ts'
import { copyParts } from './copy-parts.ts'

/**
 * The lists of one environment, as the first versions of another that has none; so many. Hashes stay as they are, so the
 * copy has the salt of what it is a copy of.
 */
export const copyLists = async (
  { actor, newId, nowUs }: Pick<Deps, 'newId' | 'nowUs'> & { actor: Actor },
  tx: Tables,
  from: EnvironmentId,
  to: EnvironmentId,
): Promise<number> => {
  const lists = await tx.segmentVersions.largeIn(from)
  for (const { segmentId, keepIds, latest } of lists) {
    const place = { segmentId, environmentId: to }
    const { id: list, salt } = await tx.largeLists.ensure(place, { id: newId('list'), salt: latest.large.salt })
    const owner = { ownerId: list, version: 1, kind: 'whole' } as const
    await copyParts(readList(tx, latest), keepIds, (part) => tx.listParts.insert(owner, part))
    const { size, sha256 } = latest.large
    const large = { list, version: 1, size, salt, sha256 }
    const counts = { base: 1, added: size, removed: 0, cost: largeListCost.fixed + largeListCost.perText }
    const by = { createdBy: actor.id, proposalId: null }
    await tx.segmentVersions.appendLarge({ ...place, id: newId('segmentVersion'), large, ...counts, ...by }, nowUs())
  }
  return lists.length
}
