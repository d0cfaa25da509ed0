import type { EnvironmentId } from '@bunting/contract'
import { largeListCost } from '@bunting/engine'
import type { Actor } from '../../http/auth/actor.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import type { Tables } from '../../store/store.ts'

/**
 * Copies the lists of one environment, which is locked, as the first versions of another that has none; returns how many.
 * Parts never change, so the copy refers to the same parts, and has the salt of the original.
 */
export const copyLists = async (
  { actor, newId, nowUs }: Pick<Deps, 'newId' | 'nowUs'> & { actor: Actor },
  tx: Tables,
  from: EnvironmentId,
  to: EnvironmentId,
): Promise<number> => {
  const lists = await tx.listVersions.latestIn(from)
  for (const { segmentId, latest } of lists) {
    const place = { segmentId, environmentId: to }
    const { id: list, salt } = await tx.largeLists.ensure(place, { id: newId('list'), salt: latest.large.salt })
    const { size, sha256 } = latest.large
    const large = { list, version: 1, size, salt, sha256 }
    const counts = { added: size, removed: 0, cost: largeListCost.fixed + largeListCost.perText }
    const made = { id: newId('segmentVersion'), large, chain: latest.chain, ...counts }
    await tx.listVersions.append({ ...place, ...made, createdBy: actor.id, proposalId: null }, nowUs())
  }
  return lists.length
}
