/** What the address of the page says: which flags, in which order, and whether a new one is being made. */
export type FlagsSearch = {
  q?: string
  show?: 'archived' | 'all'
  type?: 'boolean' | 'string' | 'number' | 'json'
  client?: 'yes' | 'no'
  /** An environment's slug: where `state` is looked at. */
  env?: string
  state?: StateFilter
  stale?: 'any' | 'not_evaluated' | 'single_value'
  sort?: 'name' | 'key' | 'created'
  order?: 'reversed'
  new?: 'flag'
}

const stateFilters = ['on', 'rollout', 'rules', 'off', 'nothing'] as const
export type StateFilter = (typeof stateFilters)[number]

const choices = {
  show: ['archived', 'all'],
  type: ['boolean', 'string', 'number', 'json'],
  client: ['yes', 'no'],
  state: stateFilters,
  stale: ['any', 'not_evaluated', 'single_value'],
  sort: ['name', 'key', 'created'],
  order: ['reversed'],
  new: ['flag'],
} as const satisfies { [Name in keyof FlagsSearch]: readonly FlagsSearch[Name][] }

const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/** An address may hold anything: what is not known is left out. */
export const readFlagsSearch = (search: Record<string, unknown>): FlagsSearch => ({
  ...(isText(search.q) && search.q !== '' ? { q: String(search.q) } : {}),
  ...(isText(search.env) ? { env: String(search.env) } : {}),
  ...Object.fromEntries(
    Object.entries(choices).flatMap(([name, values]) =>
      (values as readonly unknown[]).includes(search[name]) ? [[name, search[name]]] : [],
    ),
  ),
})
