import { endpoints, limits } from '@bunting/contract'
import { wrongUse } from '../../core/failure.ts'

const shapes = { flag: endpoints.createFlag.body?.shape.key, segment: endpoints.createSegment.body?.shape.key }

const fits = (kind: keyof typeof shapes, key: string): boolean => shapes[kind]?.safeParse(key).success === true

/** The nearest key that Bunting can have. */
const nearestKey = (kind: keyof typeof shapes, name: string): string => {
  const key = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, limits.configKey)
  return fits(kind, key) ? key : `${kind}-${key}`.slice(0, limits.configKey)
}

/** The keys that names of a source become. Two that would become one are not told apart: that is for people to do. */
export const openKeys = (kind: keyof typeof shapes) => {
  const names = new Map<string, string>()
  return (name: string): { key: string; isRenamed: boolean } => {
    const key = fits(kind, name) ? name : nearestKey(kind, name)
    const taken = names.get(key)
    if (taken !== undefined && taken !== name) {
      wrongUse(
        `The ${kind}s "${taken}" and "${name}" would both become "${key}".`,
        'Rename one of them where it comes from, and import again.',
      )
    }
    names.set(key, name)
    return { key, isRenamed: key !== name }
  }
}
