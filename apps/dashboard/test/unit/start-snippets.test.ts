import { expect, test } from 'vitest'
import { isAddress } from '../../src/pages/start/delivery-url.ts'
import { snippetList } from '../../src/pages/start/snippets.ts'

const place = {
  deliveryUrl: 'http://127.0.0.1:4001',
  managementUrl: 'http://127.0.0.1:4000',
  projectSlug: 'shop',
  envSlug: 'development',
  flagKey: 'button-colour',
}

test.each(snippetList)('%s asks for the flag as what it is', (_, { code }) => {
  for (const [flagType, asks] of [
    ['boolean', /\.boolean\(|\.[Bb]ool\(|useBoolean|getBooleanValue|evaluate/],
    ['string', /\.string\(|\.String\(|useString|getStringValue|evaluate/],
    ['number', /\.number\(|\.Number\(|useNumber|getNumberValue|evaluate/],
    ['json', /\.json\(|bunting\.JSON\(|useJson|getObjectValue|evaluate/],
  ] as const) {
    const text = code({ ...place, flagType })
    expect(text).toMatch(asks)
    expect(text).toContain('button-colour')
    expect(text).toContain(place.deliveryUrl)
    expect(text).not.toMatch(/undefined|\$\{/)
  }
})

test('what is installed from npm says where else it comes from', () => {
  const installing = snippetList
    .map(([, { code }]) => code({ ...place, flagType: 'boolean' }))
    .filter((text) => text.includes('npm install'))
  expect(installing).toHaveLength(4)
  for (const text of installing) expect(text).toContain('docs/getting-it.md#the-sdks')
})

test('what somebody types as an address cannot leave its place in a snippet', () => {
  expect(isAddress('https://flags.example.com')).toBe(true)
  for (const text of ["http://x' + run() + '", 'http://x $(run)', 'http://x`run`', 'javascript:run()', 'ftp://x', '']) {
    expect(isAddress(text)).toBe(false)
  }
})
