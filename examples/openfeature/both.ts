import { buntingProvider } from '@bunting/openfeature/server'
import { openFlags } from '@bunting/sdk-server'
import { ComparisonStrategy, InMemoryProvider, MultiProvider, OpenFeature } from '@openfeature/server-sdk'

const { BUNTING_DELIVERY_URL: url = 'http://127.0.0.1:4001', BUNTING_KEY: key = '' } = process.env

// The provider of the service that you leave goes here: it keeps deciding.
const theirs = new InMemoryProvider({
  greeting: { variants: { usual: 'Welcome' }, defaultVariant: 'usual', disabled: false },
})
const ours = buntingProvider(openFlags({ url, key }))

const differences = new Map<string, number>()
const compared = new ComparisonStrategy(theirs, (resolutions) => {
  const [flagKey = ''] = resolutions.flatMap((each) =>
    'details' in each && 'flagKey' in each.details ? [String(each.details.flagKey)] : [],
  )
  differences.set(flagKey, (differences.get(flagKey) ?? 0) + 1)
})

await OpenFeature.setProviderAndWait(new MultiProvider([{ provider: theirs }, { provider: ours }], compared))
const client = OpenFeature.getClient()
for (const targetingKey of ['ada', 'grace', 'joan']) {
  console.log(`${await client.getStringValue('greeting', 'Hello', { targetingKey })}, ${targetingKey}!`)
}
console.log(differences.size === 0 ? 'Both agree.' : `They differ: ${JSON.stringify(Object.fromEntries(differences))}`)
await OpenFeature.close()
