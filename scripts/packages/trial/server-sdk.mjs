import assert from 'node:assert/strict'
import { join } from 'node:path'
import { buntingProvider } from '@bunting/openfeature/server'
import { openFlags } from '@bunting/sdk-server'
import { fileCache } from '@bunting/sdk-server/file-cache'
import { OpenFeature } from '@openfeature/server-sdk'
import { eventually } from './service.mjs'

const pays = { attributes: { plan: 'pro' } }

export const serverSdk = (service) => {
  const { deliveryUrl: url, managementUrl, key, folder } = service

  return {
    'sdk-server begins, hears of a change, and tells what was evaluated': async () => {
      const { change } = await service.createFlag('colour')
      const flags = openFlags({ url, key, telemetry: { url: managementUrl } })
      assert.equal(await flags.ready(), true)
      assert.equal(flags.string('colour', pays, 'red'), 'green')
      assert.equal(flags.string('colour', {}, 'red'), 'blue')

      const changed = new Promise((resolve) => flags.on('changed', resolve))
      await change('yellow')
      assert.deepEqual((await changed).keys, ['colour'])
      assert.equal(flags.string('colour', {}, 'red'), 'yellow')

      await flags.close()
      assert.equal(flags.error, undefined)
      assert.deepEqual(await service.usageOf('colour'), { green: 1, blue: 1, yellow: 1 })
    },

    'sdk-server begins from its file while nothing answers': async () => {
      await service.createFlag('kept')
      const cache = fileCache(join(folder, 'flags', 'kept.json'))
      const first = openFlags({ url, key, cache })
      assert.equal(await first.ready(), true)
      await first.close()

      const later = openFlags({ url: 'http://127.0.0.1:9', key, cache })
      assert.equal(await later.ready(), true)
      assert.equal(later.string('kept', pays, 'red'), 'green')
      await eventually(() => assert.equal(later.error?.code, 'UNREACHABLE'))
      await later.close()
    },

    'sdk-server says that a key is refused': async () => {
      const flags = openFlags({ url, key: `sk_${'0'.repeat(43)}` })
      assert.equal(await flags.ready(), false)
      assert.equal(flags.error?.code, 'KEY_REFUSED')
      await flags.close()
    },

    'the OpenFeature provider for servers begins, hears of a change, and closes the flags': async () => {
      const { change } = await service.createFlag('provided')
      const flags = openFlags({ url, key, telemetry: { url: managementUrl } })
      await OpenFeature.setProviderAndWait(buntingProvider(flags))
      const client = OpenFeature.getClient()
      const { value, reason } = await client.getStringDetails('provided', 'red', { targetingKey: 'ada', plan: 'pro' })
      assert.deepEqual({ value, reason }, { value: 'green', reason: 'TARGETING_MATCH' })
      await change('yellow')
      await eventually(async () => assert.equal(await client.getStringValue('provided', 'red'), 'yellow'))
      await OpenFeature.close()
      assert.equal((await service.usageOf('provided')).green, 1)
    },
  }
}
