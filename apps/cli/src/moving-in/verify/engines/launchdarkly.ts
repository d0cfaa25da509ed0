import { nested, type OpenEngine, type Probe, type Setup, silent, theirAttributes, theirKeys } from '../engine.ts'

type Detail = { value: unknown; variationIndex?: number | null; reason: { kind: string } }
type Client = {
  waitForInitialization(options?: object): Promise<unknown>
  variationDetail(key: string, context: object, otherwise: unknown): Promise<Detail>
  close(): void
}
type TestData = {
  usePreconfiguredFlag(flag: unknown): unknown
  usePreconfiguredSegment(segment: unknown): unknown
  getFactory(): unknown
}
type Module = { init(key: string, options: object): Client }
type Integrations = { TestData: new () => TestData }
type Data = { flags?: Record<string, unknown>; segments?: Record<string, unknown> }

export const openLaunchdarkly: OpenEngine = async ({ load, theirs, choices }) => {
  const { init } = load('@launchdarkly/node-server-sdk') as Module
  const { TestData } = load('@launchdarkly/node-server-sdk/integrations') as Integrations
  const { flags = {}, segments = {} } = theirs as Data
  const data = new TestData()
  await Promise.all(Object.values(segments).map((segment) => data.usePreconfiguredSegment(segment)))
  await Promise.all(Object.values(flags).map((flag) => data.usePreconfiguredFlag(flag)))
  const options = { updateProcessor: data.getFactory(), sendEvents: false, diagnosticOptOut: true, logger: silent }
  const client = init('bunting-import', options)
  await client.waitForInitialization({ timeout: 10 })
  const keys = theirKeys(Object.keys(flags))
  const kinds = kindsIn(theirs)
  return {
    complete: (probe) => complete(probe, choices, kinds),
    ask: async (flagKey, probe) => {
      const context = contextOf(probe, choices, kinds)
      if (context === undefined) return 'unaskable'
      const { value, variationIndex } = await client.variationDetail(keys.get(flagKey) ?? flagKey, context, null)
      return variationIndex === undefined || variationIndex === null ? undefined : { value }
    },
    close: () => client.close(),
  }
}

/** All kinds of context that the data mentions, besides users. */
const kindsIn = (data: unknown): ReadonlySet<string> => {
  const kinds = new Set<string>()
  JSON.stringify(data, (name, value: unknown) => {
    const isKind = name === 'contextKind' || name === 'rolloutContextKind' || name === 'unboundedContextKind'
    if (isKind && typeof value === 'string' && value !== '' && value !== 'user') kinds.add(value)
    return value
  })
  return kinds
}

type Parts = Map<string, [string, unknown][]>

/** The attributes of a context, by kind. */
const partsOf = (probe: Probe, choices: Setup['choices'], kinds: ReadonlySet<string>): Parts => {
  const parts: Parts = new Map()
  const add = (kind: string, name: string, value: unknown) =>
    parts.set(kind, [...(parts.get(kind) ?? []), [name, value]])
  if (probe.userId !== undefined) add('user', 'key', probe.userId)
  for (const [name, value] of theirAttributes(probe, choices)) {
    const kind = name.slice(0, Math.max(0, name.indexOf('.')))
    if (kinds.has(kind)) add(kind, name.slice(kind.length + 1), value)
    else add('user', name, value)
  }
  return parts
}

/** Tells whether SDKs accept these attributes: they need a key, and `anonymous` has to be a boolean. */
const isWhole = (attributes: readonly [string, unknown][]): boolean =>
  attributes.some(([name, value]) => name === 'key' && typeof value === 'string' && value !== '') &&
  attributes.every(([name, value]) => name !== 'anonymous' || typeof value === 'boolean')

/** Adds a key to each kind that has attributes. */
const complete = (probe: Probe, choices: Setup['choices'], kinds: ReadonlySet<string>): Probe => {
  let whole = probe
  for (const [kind, attributes] of partsOf(probe, choices, kinds)) {
    if (attributes.some(([name]) => name === 'key')) continue
    const key = choices.rename.get(`${kind}.key`) ?? `${kind}.key`
    whole =
      kind === 'user'
        ? { ...whole, userId: 'somebody' }
        : { ...whole, attributes: { ...whole.attributes, [key]: 'something' } }
  }
  return whole
}

/** The context for the SDK; undefined if a kind is incomplete, or if there is none at all. */
const contextOf = (probe: Probe, choices: Setup['choices'], kinds: ReadonlySet<string>): object | undefined => {
  const parts = [...partsOf(probe, choices, kinds)]
  if (parts.length === 0 || !parts.every(([, attributes]) => isWhole(attributes))) return undefined
  return { kind: 'multi', ...Object.fromEntries(parts.map(([kind, attributes]) => [kind, nested(attributes)])) }
}
