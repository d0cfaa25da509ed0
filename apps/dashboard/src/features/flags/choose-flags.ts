import { flagText } from '../../api/flag-text.ts'
import type { FlagInList } from '../../api/flags.ts'
import { hasWords, wordsOf } from '../../format/find-words.ts'
import { pennantState } from '../../ui/pennants/pennant-state.ts'
import type { FlagsSearch, StateFilter } from './flags-search.ts'

/** The text to compare by, and whether the largest comes first by default. */
const orders: Record<
  NonNullable<FlagsSearch['sort']> | 'changed',
  { textOf(flag: FlagInList): string; newestFirst: boolean }
> = {
  changed: { textOf: (flag) => lastChangeOf(flag), newestFirst: true },
  created: { textOf: ({ createdAt }) => createdAt, newestFirst: true },
  name: { textOf: ({ name }) => name.toLowerCase(), newestFirst: false },
  key: { textOf: ({ key }) => key.toLowerCase(), newestFirst: false },
}

/** The time of the last change that the list knows: it does not have the time of a renaming. */
const lastChangeOf = ({ createdAt, archivedAt, versions }: FlagInList): string =>
  Object.values(versions).reduce(
    (last, version) => (version.createdAt > last ? version.createdAt : last),
    archivedAt !== null && archivedAt > createdAt ? archivedAt : createdAt,
  )

/** Compares times, keys and names as plain strings, which is fast enough to sort the list at once. */
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
  /** The environment for the `state` filter. */
  envId: string | undefined
  /** The reason for each stale flag, by key; undefined until it is loaded. */
  stale: ReadonlyMap<string, string> | undefined
  /** The id of the user, for `me`. */
  userId: string
  /** `2026-11-16` */
  today: string
  /** The keys of the user's favourites; undefined until they are loaded. */
  favourites: ReadonlySet<string> | undefined
}

/** The flags that match the address, in the given order. */
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

/** Values of the owner filter that are not a member's id. */
export const owners = { me: 'me', nobody: 'nobody', somebody: 'somebody' } as const

const isOwnedBy = (owner: string, userId: string): Test => {
  if (owner === owners.nobody) return (flag) => flag.ownerId === undefined
  if (owner === owners.somebody) return (flag) => flag.ownerId !== undefined
  const id = owner === owners.me ? userId : owner
  return (flag) => flag.ownerId === id
}

/** Tells whether a flag is past its expected end. An archived flag is not. */
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

/** The state of the flag's pennant, in one word. */
const stateOf = ({ versions }: FlagInList, envId: string | undefined): StateFilter => {
  const state = pennantState(envId === undefined ? undefined : versions[envId]?.config)
  if (state.kind === 'nothing') return 'nothing'
  if (!state.on || (state.share === 0 && !state.forked)) return 'off'
  if (state.forked) return 'rules'
  return state.share < 1 ? 'rollout' : 'on'
}
