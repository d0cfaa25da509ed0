import { isObject } from '../../base/json.ts'
import type { Pausable } from '../../base/pausable.ts'

/** Serializes an object or array like JSON.stringify, with a pause after each member of its outer levels. */
export function* jsonWithPauses(value: object, levels: number): Pausable<string> {
  const isList = Array.isArray(value)
  const members: string[] = []
  for (const [name, member] of Object.entries(value)) {
    const isOuter = levels > 1 && (isObject(member) || Array.isArray(member))
    const text = isOuter ? yield* jsonWithPauses(member, levels - 1) : JSON.stringify(member)
    if (isList) members.push(text ?? 'null')
    else if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`)
    yield
  }
  return isList ? `[${members.join(',')}]` : `{${members.join(',')}}`
}
