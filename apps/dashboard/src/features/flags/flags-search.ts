/** The page's address: the filters, the order, and whether the dialog for a new flag is open. */
export type FlagsSearch = {
  q?: string
  show?: 'archived' | 'all'
  tag?: string
  /** A member's id, or one of the words in `owners`. */
  owner?: string
  kind?: KindFilter
  /** Only flags that are past their expected end. */
  end?: 'past'
  favourite?: 'yes'
  type?: 'boolean' | 'string' | 'number' | 'json'
  client?: 'yes' | 'no'
  /** The slug of the environment for `state`. */
  env?: string
  state?: StateFilter
  stale?: 'any' | 'not_evaluated' | 'single_value'
  sort?: 'name' | 'key' | 'created'
  order?: 'reversed'
  group?: 'tag' | 'owner'
  /** The view that the address started from. */
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

/** Free texts, which the router may have parsed as numbers. */
const texts = ['q', 'tag', 'owner', 'env', 'view'] as const

const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/** Reads an address, which may have anything in it: unknown parts are left out. */
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
