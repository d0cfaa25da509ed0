import { buntingProvider } from '@bunting/openfeature/server'
import { openFlags } from '@bunting/sdk-server'
import { OpenFeature } from '@openfeature/server-sdk'

const { BUNTING_DELIVERY_URL: url = 'http://127.0.0.1:4001', BUNTING_KEY: key = '' } = process.env

await OpenFeature.setProviderAndWait(buntingProvider(openFlags({ url, key })))
const client = OpenFeature.getClient()
const { value, reason } = await client.getStringDetails('greeting', 'Hello', { targetingKey: 'ada' })
console.log(`${value}, ada! (${reason})`)
await OpenFeature.close()
