import { nested, type OpenEngine, type Probe, type Setup, silent, theirAttributes, theirKeys } from './engine.ts'

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
    ask: async (flagKey, probe) => {
      const context = contextOf(probe, choices, kinds)
      if (context === undefined) return 'unaskable'
      const { value, variationIndex } = await client.variationDetail(keys.get(flagKey) ?? flagKey, context, null)
      return variationIndex === undefined || variationIndex === null ? undefined : { value }
    },
    close: () => client.close(),
  }
}

/** Kinds of contexts, besides users, that anything names. */
const kindsIn = (data: unknown): ReadonlySet<string> => {
  const kinds = new Set<string>()
  JSON.stringify(data, (name, value: unknown) => {
    const isKind = name === 'contextKind' || name === 'rolloutContextKind' || name === 'unboundedContextKind'
    if (isKind && typeof value === 'string' && value !== '' && value !== 'user') kinds.add(value)
    return value
  })
  return kinds
}

/** A context of a kind has a key, or is not there; without any there is nobody to ask about. */
const contextOf = (probe: Probe, choices: Setup['choices'], kinds: ReadonlySet<string>): object | undefined => {
  const parts = new Map<string, [string, unknown][]>()
  const add = (kind: string, name: string, value: unknown) =>
    parts.set(kind, [...(parts.get(kind) ?? []), [name, value]])
  if (probe.userId !== undefined) add('user', 'key', probe.userId)
  for (const [name, value] of theirAttributes(probe, choices)) {
    const kind = name.slice(0, Math.max(0, name.indexOf('.')))
    if (kinds.has(kind)) add(kind, name.slice(kind.length + 1), value)
    else add('user', name, value)
  }
  const keyed = [...parts].filter(([, attributes]) =>
    attributes.some(([name, value]) => name === 'key' && typeof value === 'string' && value !== ''),
  )
  if (keyed.length === 0) return undefined
  return { kind: 'multi', ...Object.fromEntries(keyed.map(([kind, attributes]) => [kind, nested(attributes)])) }
}
