import { flagText } from '../../api/flag-text.ts'
import type { FlagInList } from '../../api/flags.ts'
import { hasWords, wordsOf } from '../../format/find-words.ts'
import { pennantState } from '../../ui/pennants/pennant-state.ts'
import type { FlagsSearch, StateFilter } from './flags-search.ts'

/** What is compared, and whether the largest comes first by itself. */
const orders: Record<
  NonNullable<FlagsSearch['sort']> | 'changed',
  { textOf(flag: FlagInList): string; newestFirst: boolean }
> = {
  changed: { textOf: (flag) => lastChangeOf(flag), newestFirst: true },
  created: { textOf: ({ createdAt }) => createdAt, newestFirst: true },
  name: { textOf: ({ name }) => name.toLowerCase(), newestFirst: false },
  key: { textOf: ({ key }) => key.toLowerCase(), newestFirst: false },
}

/** As far as the list knows it: a new name leaves no mark in it. */
const lastChangeOf = ({ createdAt, archivedAt, versions }: FlagInList): string =>
  Object.values(versions).reduce(
    (last, version) => (version.createdAt > last ? version.createdAt : last),
    archivedAt !== null && archivedAt > createdAt ? archivedAt : createdAt,
  )

/** Times and keys compare by their letters, and so do names: the list must be in order at once. */
export const sortFlags = (
  flags: readonly FlagInList[],
  { sort, order }: Pick<FlagsSearch, 'sort' | 'order'>,
): FlagInList[] => {
  const { textOf, newestFirst } = orders[sort ?? 'changed']
  const sign = newestFirst === (order === 'reversed') ? 1 : -1
  return flags
    .map((flag) => ({ flag, text: textOf(flag) }))
    .sort((a, b) => (a.text === b.text ? 0 : a.text < b.text ? -sign : sign))
    .map(({ flag }) => flag)
}

type Where = {
  /** The environment that `state` speaks of. */
  envId: string | undefined
  /** Why each stale flag is, by its key; undefined until it is known. */
  stale: ReadonlyMap<string, string> | undefined
  /** Whose flags `me` are. */
  userId: string
  /** `2026-11-16` */
  today: string
  /** The keys of those that the person marked; undefined until it is known. */
  favourites: ReadonlySet<string> | undefined
}

/** The flags that an address asks for, in the order they came. */
export const filterFlags = (flags: readonly FlagInList[], search: FlagsSearch, where: Where): readonly FlagInList[] => {
  const tests = testsFor(search, where)
  return flags.filter((flag) => tests.every((fits) => fits(flag)))
}

type Test = (flag: FlagInList) => boolean

const testsFor = (search: FlagsSearch, where: Where): Test[] => {
  const { show, tag, kind, type, client, state, stale } = search
  const words = wordsOf(search.q ?? '')
  return [
    show !== 'all' && ((flag: FlagInList) => (flag.archivedAt === null) === (show === undefined)),
    tag !== undefined && ((flag: FlagInList) => flag.tags?.includes(tag) === true),
    search.owner !== undefined && isOwnedBy(search.owner, where.userId),
    kind !== undefined && ((flag: FlagInList) => (flag.kind ?? 'none') === kind),
    search.end !== undefined && ((flag: FlagInList) => isPastEnd(flag, where.today)),
    search.favourite !== undefined && ((flag: FlagInList) => where.favourites?.has(flag.key) === true),
    type !== undefined && ((flag: FlagInList) => flag.type === type),
    client !== undefined && ((flag: FlagInList) => flag.clientSafe === (client === 'yes')),
    state !== undefined && ((flag: FlagInList) => stateOf(flag, where.envId) === state),
    stale !== undefined && isStale(stale, where.stale),
    words.length > 0 && ((flag: FlagInList) => hasWords(flagText(flag), words)),
  ].filter((test) => test !== false)
}

/** Names in the filter that stand for no single person. */
export const owners = { me: 'me', nobody: 'nobody', somebody: 'somebody' } as const

const isOwnedBy = (owner: string, userId: string): Test => {
  if (owner === owners.nobody) return (flag) => flag.ownerId === undefined
  if (owner === owners.somebody) return (flag) => flag.ownerId !== undefined
  const id = owner === owners.me ? userId : owner
  return (flag) => flag.ownerId === id
}

/** Whether it should be gone by now. One that is archived is. */
export const isPastEnd = (
  { expectedEnd, archivedAt }: Pick<FlagInList, 'expectedEnd' | 'archivedAt'>,
  today: string,
): boolean => expectedEnd !== undefined && archivedAt === null && expectedEnd < today

const isStale =
  (wanted: NonNullable<FlagsSearch['stale']>, reasons: Where['stale']): Test =>
  ({ key }) => {
    const reason = reasons?.get(key)
    return wanted === 'any' ? reason !== undefined : reason === wanted
  }

/** What its pennant shows, in one word. */
const stateOf = ({ versions }: FlagInList, envId: string | undefined): StateFilter => {
  const state = pennantState(envId === undefined ? undefined : versions[envId]?.config)
  if (state.kind === 'nothing') return 'nothing'
  if (!state.on || (state.share === 0 && !state.forked)) return 'off'
  if (state.forked) return 'rules'
  return state.share < 1 ? 'rollout' : 'on'
}
