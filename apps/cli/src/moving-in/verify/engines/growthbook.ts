import { nested, type OpenEngine, theirAttributes, theirKeys } from '../engine.ts'

type Client = {
  initSync(options: { payload: unknown }): Client
  evalFeature(key: string, context: { attributes: object }): { value: unknown }
  destroy?(): void
}
type Module = { GrowthBookClient: new (options: object) => Client }
type Payload = { features?: object }

export const openGrowthbook: OpenEngine = ({ load, theirs, choices }) => {
  const { GrowthBookClient } = load('@growthbook/growthbook') as Module
  const client = new GrowthBookClient({}).initSync({ payload: theirs })
  const keys = theirKeys(Object.keys((theirs as Payload).features ?? {}))
  const isUserNamed = [...choices.rename.values()].includes('userId')
  return {
    ask: (flagKey, { userId, ...probe }) => {
      const named = isUserNamed || userId === undefined ? [] : [['id', userId] as const]
      const renamed = theirAttributes(
        { attributes: { ...probe.attributes, ...(isUserNamed && userId !== undefined ? { userId } : {}) } },
        choices,
      )
      const attributes = nested([...renamed, ...named])
      const { value } = quietly(() => client.evalFeature(keys.get(flagKey) ?? flagKey, { attributes }))
      return value === null || value === undefined ? undefined : { value }
    },
    close: () => client.destroy?.(),
  }
}

/** Silences `console.error`: the SDK complains of weights and coverages at each evaluation. */
const quietly = <Made>(make: () => Made): Made => {
  const { error } = console
  console.error = () => {}
  try {
    return make()
  } finally {
    console.error = error
  }
}
