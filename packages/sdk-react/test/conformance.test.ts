import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { everyCase } from '../../../apps/server/src/testing/every-case.ts'
import { startConformanceServer } from '../../../apps/server/src/testing/servers/conformance-server.ts'
import { FlagsProvider, openFlags, useDetails } from '../src/index.ts'

const { files, deliveryUrl, fetchFrom } = await startConformanceServer()

type Case = (typeof files)[number]['cases'][number]

const check = async ({ key, flagKey, context: { proxyCountry, ...context }, expect: expected }: Case) => {
  const fetch = fetchFrom(proxyCountry)
  const flags = openFlags({ url: deliveryUrl, key, flags: [flagKey], context, fetch, storage: null })
  const isReady = await flags.ready()
  let shown: unknown
  const Show = () => {
    shown = useDetails(flagKey)
    return null
  }
  renderToString(h(FlagsProvider, { initial: flags.all() }, h(Show)))
  await flags.close()
  expect(isReady).toBe(true)
  expect(shown).toEqual(expected.value === null ? undefined : expected)
}

test.each(files)('$subject', ({ cases }) => everyCase(cases, check))
