import type { EnvironmentId } from '@bunting/contract'
import { hashEventId, newEventId, newUnitSecret, openUnitHash, openUnitTokens } from '../../base/hash-units.ts'
import { tokenIn } from '../../rules/units/exposure-token.ts'
import type { TrackTools } from '../../rules/units/hash-track.ts'
import type { Store } from '../../store/store.ts'

export type UnitTools = Omit<TrackTools, 'evaluate'>

const maxEnvironments = 1_000

/** Hashes and tokens of each environment, by its own secret, which is created at first use. */
export const openUnitTools = ({ unitSecrets }: Pick<Store, 'unitSecrets'>) => {
  const known = new Map<EnvironmentId, Promise<UnitTools>>()

  const open = async (environmentId: EnvironmentId): Promise<UnitTools> =>
    unitToolsOf(await unitSecrets.getOrAdd(environmentId, newUnitSecret()))

  return (environmentId: EnvironmentId): Promise<UnitTools> => {
    const before = known.get(environmentId)
    if (before) return before
    if (known.size >= maxEnvironments) known.clear()
    const tools = open(environmentId)
    known.set(environmentId, tools)
    tools.catch(() => known.delete(environmentId))
    return tools
  }
}

const unitToolsOf = (secret: string): UnitTools => {
  const tokens = openUnitTokens(secret)
  return {
    hashUnit: openUnitHash(secret),
    hashId: hashEventId,
    newId: newEventId,
    readToken: (token) => tokenIn(tokens.open(token)),
  }
}
