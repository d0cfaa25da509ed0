import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { startConformanceServer } from '../../../apps/server/src/testing/conformance-server.ts'
import { FlagsProvider, openFlags, useDetails } from '../src/index.ts'

const { cases, deliveryUrl, fetchFrom } = await startConformanceServer()

test.each(cases)('$name', async ({ key, flagKey, context: { proxyCountry, ...context }, expect: expected }) => {
  const fetch = fetchFrom(proxyCountry)
  const flags = openFlags({ url: deliveryUrl, key, flags: [flagKey], context, fetch, storage: null })
  expect(await flags.ready()).toBe(true)
  let shown: unknown
  const Show = () => {
    shown = useDetails(flagKey)
    return null
  }
  renderToString(h(FlagsProvider, { initial: flags.all() }, h(Show)))
  expect(shown).toEqual(expected.value === null ? undefined : expected)
  await flags.close()
})
