/** What the address of the page says: which flags, in which order, and whether a new one is being made. */
export type FlagsSearch = {
  q?: string
  show?: 'archived' | 'all'
  tag?: string
  /** A member's id, or who it is in a word. */
  owner?: string
  kind?: KindFilter
  /** Past the day by which it should be gone. */
  end?: 'past'
  favourite?: 'yes'
  type?: 'boolean' | 'string' | 'number' | 'json'
  client?: 'yes' | 'no'
  /** An environment's slug: where `state` is looked at. */
  env?: string
  state?: StateFilter
  stale?: 'any' | 'not_evaluated' | 'single_value'
  sort?: 'name' | 'key' | 'created'
  order?: 'reversed'
  group?: 'tag' | 'owner'
  /** The view that it began as. */
  view?: string
  new?: 'flag'
}

const stateFilters = ['on', 'rollout', 'rules', 'off', 'nothing'] as const
export type StateFilter = (typeof stateFilters)[number]

const kindFilters = ['release', 'experiment', 'operational', 'permission', 'none'] as const
type KindFilter = (typeof kindFilters)[number]

const choices = {
  show: ['archived', 'all'],
  kind: kindFilters,
  end: ['past'],
  favourite: ['yes'],
  type: ['boolean', 'string', 'number', 'json'],
  client: ['yes', 'no'],
  state: stateFilters,
  stale: ['any', 'not_evaluated', 'single_value'],
  sort: ['name', 'key', 'created'],
  order: ['reversed'],
  group: ['tag', 'owner'],
  new: ['flag'],
} as const satisfies { [Name in keyof FlagsSearch]: readonly FlagsSearch[Name][] }

/** What people wrote, which the router may have read as a number. */
const texts = ['q', 'tag', 'owner', 'env', 'view'] as const

const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/** An address may hold anything: what is not known is left out. */
export const readFlagsSearch = (search: Record<string, unknown>): FlagsSearch => ({
  ...Object.fromEntries(
    texts.flatMap((name) => (isText(search[name]) && search[name] !== '' ? [[name, String(search[name])]] : [])),
  ),
  ...Object.fromEntries(
    Object.entries(choices).flatMap(([name, values]) =>
      (values as readonly unknown[]).includes(search[name]) ? [[name, search[name]]] : [],
    ),
  ),
})

export type SearchChange = { [Name in keyof FlagsSearch]?: FlagsSearch[Name] | undefined }
