import { limits } from '@bunting/contract'
import type { FlagInList } from '../../api/flags.ts'
import { sayDay } from '../../format/time.ts'
import type { Plan } from './plan.ts'

type TagsChange = { add: readonly string[]; remove: readonly string[] }

export const planTags = (flags: readonly FlagInList[], { add, remove }: TagsChange): Plan =>
  flags.map(({ key, name, tags = [] }) => {
    const added = add.filter((tag) => !tags.includes(tag))
    const removed = remove.filter((tag) => tags.includes(tag))
    const after = [...tags.filter((tag) => !removed.includes(tag)), ...added]
    const says = [...added.map((tag) => `+ ${tag}`), ...removed.map((tag) => `− ${tag}`)].join(', ')
    if (says === '') return { key, name, outcome: 'same', says: tags.length === 0 ? 'has no tags' : tags.join(', ') }
    if (after.length > limits.tags) {
      return { key, name, outcome: 'refused', says: `would have ${after.length} tags; ${limits.tags} are the most` }
    }
    return { key, name, outcome: 'changes', says, step: { does: 'update', flagKey: key, change: { tags: after } } }
  })

export const planOwner = (
  flags: readonly FlagInList[],
  ownerId: string | null,
  nameOf: (ownerId: string | undefined) => string,
): Plan =>
  flags.map((flag) => {
    const { key, name } = flag
    const before = nameOf(flag.ownerId)
    if ((flag.ownerId ?? null) === ownerId) return { key, name, outcome: 'same', says: before }
    const says = `${before} → ${nameOf(ownerId ?? undefined)}`
    return { key, name, outcome: 'changes', says, step: { does: 'update', flagKey: key, change: { ownerId } } }
  })

export const planEnd = (flags: readonly FlagInList[], expectedEnd: string | null): Plan =>
  flags.map((flag) => {
    const { key, name } = flag
    const before = sayEnd(flag.expectedEnd)
    if ((flag.expectedEnd ?? null) === expectedEnd) return { key, name, outcome: 'same', says: before }
    const says = `${before} → ${sayEnd(expectedEnd)}`
    return { key, name, outcome: 'changes', says, step: { does: 'update', flagKey: key, change: { expectedEnd } } }
  })

const sayEnd = (day: string | null | undefined): string => (day ? sayDay(day) : 'no end')
