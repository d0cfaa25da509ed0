import assert from 'node:assert/strict'
import { buntingProvider } from '@bunting/openfeature/web'
import { FlagsProvider, useString } from '@bunting/sdk-react'
import { openFlags } from '@bunting/sdk-web'
import { fixedFlags } from '@bunting/sdk-web/testing'
import { OpenFeature } from '@openfeature/web-sdk'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { eventually } from './service.mjs'

export const webSdk = (service) => {
  const { deliveryUrl: url, managementUrl, clientKey: key } = service

  return {
    'sdk-web asks for its context, asks again for another, and tells what was evaluated': async () => {
      await service.createFlag('asked')
      const flags = openFlags({ url, key, flags: ['asked'], telemetry: { url: managementUrl } })
      assert.equal(await flags.ready(), true)
      assert.equal(flags.string('asked', 'red'), 'blue')
      assert.equal(await flags.setContext({ attributes: { plan: 'pro' } }), true)
      assert.equal(flags.string('asked', 'red'), 'green')
      await flags.close()
      assert.equal(flags.error, undefined)
      assert.deepEqual(await service.usageOf('asked'), { blue: 1, green: 1 })
    },

    ...(globalThis.EventSource && { 'sdk-web hears of a change by its stream': () => hearOfChange(service) }),

    'the OpenFeature provider for browsers begins with its context': async () => {
      await service.createFlag('provided-to-pages')
      const flags = openFlags({ url, key, flags: ['provided-to-pages'] })
      await OpenFeature.setContext({ targetingKey: 'ada', plan: 'pro' })
      await OpenFeature.setProviderAndWait(buntingProvider(flags))
      assert.equal(OpenFeature.getClient().getStringValue('provided-to-pages', 'red'), 'green')
      await OpenFeature.close()
    },

    'sdk-react renders on a server, with flags and with what a server answered': () => {
      const Shown = () => createElement('b', null, useString('colour', 'red'))
      const render = (props) => renderToString(createElement(FlagsProvider, props, createElement(Shown)))
      assert.equal(render({ initial: { colour: { value: 'green', reason: 'DEFAULT' } } }), '<b>green</b>')
      assert.equal(render({ flags: fixedFlags({ colour: 'green' }) }), '<b>red</b>')
    },
  }
}

/** Waits for a change. Without an EventSource changes come by polling every few seconds, which is not tested here. */
const hearOfChange = async (service) => {
  const { change } = await service.createFlag('heard')
  const flags = openFlags({ url: service.deliveryUrl, key: service.clientKey, flags: ['heard'] })
  assert.equal(await flags.ready(), true)
  await change('yellow')
  await eventually(() => assert.equal(flags.string('heard', 'red'), 'yellow'))
  await flags.close()
}
