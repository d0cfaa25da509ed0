import type { AttributeValue } from '@bunting/engine'
import { wrongUse } from '../../core/failure.ts'
import { parseJson, readText } from '../../core/read-json.ts'
import type { Probe } from './engine.ts'

/** Reads the user's own contexts, one on each line: in Bunting's form, or flat with a `targetingKey` as in OpenFeature. */
export const readContexts = (file: string | undefined): Probe[] => {
  if (file === undefined) return []
  const lines = readText(file).split('\n')
  return lines.flatMap((line, at) =>
    line.trim() === '' ? [] : [probeIn(parseJson(`${file}, line ${at + 1},`, line), file, at)],
  )
}

const probeIn = (content: unknown, file: string, at: number): Probe => {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return wrongUse(`${file}, line ${at + 1}, is no context.`)
  }
  const { userId, anonymousId, targetingKey, attributes, ...others } = content as Record<string, unknown>
  const user = userId ?? targetingKey
  const said = typeof attributes === 'object' && attributes !== null ? attributes : others
  return {
    ...(typeof user === 'string' ? { userId: user } : {}),
    ...(typeof anonymousId === 'string' ? { anonymousId } : {}),
    attributes: Object.fromEntries(flat(said)),
  }
}

/** Flattens nested objects to paths. */
const flat = (fields: object, prefix = ''): [string, AttributeValue][] =>
  Object.entries(fields).flatMap(([name, value]): [string, AttributeValue][] => {
    if (value === null || value === undefined) return []
    const path = `${prefix}${name}`
    return typeof value === 'object' && !Array.isArray(value)
      ? flat(value, `${path}.`)
      : [[path, value as AttributeValue]]
  })
