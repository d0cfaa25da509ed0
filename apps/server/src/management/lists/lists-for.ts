import { contextUnit, type EvaluationContext, type FindList, type HashList, unitHasher } from '@bunting/engine'
import type { ConfigSource } from '../../rules/configs/references.ts'
import { containsHash } from '../../store/lists/contains-hash.ts'
import type { Tables } from '../../store/store.ts'

/**
 * The lists that segments name, as far as one context needs them: the store is asked whether its unit is in each, and a list
 * of just that unit, or an empty one, stands for the whole list.
 */
export const listsFor = async (
  tables: Pick<Tables, 'listParts' | 'listVersions'>,
  segments: ConfigSource['segments'],
  context: EvaluationContext,
): Promise<FindList> => {
  const found = new Map<string, HashList>()
  for (const segment of segments.values()) {
    if (!('large' in segment)) continue
    const { list, version, salt } = segment.large
    const known = await tables.listVersions.findByList(list, version)
    if (!known) continue
    const unit = contextUnit(segment.unit, context)
    const { high, low } = unitHasher(salt)(unit ?? '')
    const isIn = unit !== undefined && (await containsHash(tables, known, high, low))
    found.set(`${list} ${version}`, isIn ? listOf(high, low) : listOf())
  }
  return ({ list, version }) => found.get(`${list} ${version}`)
}

const listOf = (...[high, low]: [] | [number, number]): HashList =>
  high === undefined || low === undefined
    ? { high: new Uint32Array(0), low: new Uint32Array(0) }
    : { high: Uint32Array.of(high), low: Uint32Array.of(low) }
