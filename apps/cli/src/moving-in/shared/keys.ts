import { endpoints, limits } from '@bunting/contract'
import { wrongUse } from '../../core/failure.ts'
import type { Finding } from '../converted.ts'

const shapes = { flag: endpoints.createFlag.body?.shape.key, segment: endpoints.createSegment.body?.shape.key }

type Kind = keyof typeof shapes

const fits = (kind: Kind, key: string): boolean => shapes[kind]?.safeParse(key).success === true

/** The most similar key that Bunting allows. */
export const nearestKey = (kind: Kind, name: string): string => {
  if (fits(kind, name)) return name
  const key = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, limits.configKey)
  return fits(kind, key) ? key : `${kind}-${key}`.slice(0, limits.configKey)
}

/** Makes keys of names. Two names that give the same key are refused: people have to rename one. */
export const openKeys = (kind: Kind): ((name: string) => string) => {
  const names = new Map<string, string>()
  return (name) => {
    const key = nearestKey(kind, name)
    const taken = names.get(key)
    if (taken !== undefined && taken !== name) {
      wrongUse(
        `The ${kind}s "${taken}" and "${name}" would both become "${key}".`,
        'Rename one of them where it comes from, and import again.',
      )
    }
    names.set(key, name)
    return key
  }
}

/** A finding if the key differs from the name. */
export const renamed = (name: string, where: { flagKey: string } | { segmentKey: string }): Finding[] => {
  const key = 'flagKey' in where ? where.flagKey : where.segmentKey
  if (key === name) return []
  return [{ code: 'renamed', kind: 'widened', ...where, message: `"${name}" is called ${key} here.` }]
}
