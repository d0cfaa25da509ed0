import { isObject } from '../../base/json.ts'
import type { Pausable } from '../../base/pausable.ts'

/** An object as JSON.stringify writes it, with a pause after each member of its outer levels. */
export function* jsonWithPauses(value: Record<string, unknown>, levels: number): Pausable<string> {
  const members: string[] = []
  for (const [name, member] of Object.entries(value)) {
    const text = levels > 1 && isObject(member) ? yield* jsonWithPauses(member, levels - 1) : JSON.stringify(member)
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`)
    yield
  }
  return `{${members.join(',')}}`
}
