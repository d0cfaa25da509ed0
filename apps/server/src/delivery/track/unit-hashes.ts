import type { EnvironmentId } from '@bunting/contract'
import { hashEventId, newEventId, openUnitHash, openUnitTokens } from '../../base/hash-units.ts'
import type { Edge } from '../../edge/edge.ts'
import { tokenIn, tokenText } from '../../rules/units/exposure-token.ts'
import type { TokenExposure, TrackTools } from '../../rules/units/hash-track.ts'

export type UnitHashes = Omit<TrackTools, 'evaluate'> & { token(exposures: readonly TokenExposure[]): string }

const maxEnvironments = 1_000

/** Hashes by the secret of each environment, which is only in memory: in no bundle, no stream and no copy on disk. */
export const openUnitHashes = ({ readUnitSecret }: Pick<Edge, 'readUnitSecret'>) => {
  const known = new Map<EnvironmentId, UnitHashes>()
  return async (environmentId: EnvironmentId): Promise<UnitHashes> => {
    const before = known.get(environmentId)
    if (before) return before
    const secret = await readUnitSecret(environmentId)
    if (known.size >= maxEnvironments) known.clear()
    const { seal, open } = openUnitTokens(secret)
    const hashes: UnitHashes = {
      hashUnit: openUnitHash(secret),
      hashId: hashEventId,
      newId: newEventId,
      readToken: (token) => tokenIn(open(token)),
      token: (exposures) => seal(tokenText(exposures)),
    }
    known.set(environmentId, hashes)
    return hashes
  }
}
