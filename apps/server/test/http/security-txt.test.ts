import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const path = '/.well-known/security.txt'
const publicUrl = 'https://flags.example.com'
const dayMs = 24 * 60 * 60 * 1_000

const contacts = [
  ['security@example.com', 'mailto:security@example.com'],
  ['mailto:security@example.com', 'mailto:security@example.com'],
  ['https://example.com/security', 'https://example.com/security'],
  ['tel:+1-201-555-0123', 'tel:+1-201-555-0123'],
] as const
for (const [securityContact, uri] of contacts) {
  test(`${securityContact} is told as RFC 9116 has it`, async () => {
    const server = await startTestServer({ publicUrl, doors: { securityContact } })
    const response = await server.fetch(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const lines = (await response.text()).trimEnd().split('\n')
    const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/, 2)))
    expect(fields).toEqual({
      Contact: uri,
      Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      'Preferred-Languages': 'en',
      Canonical: `${publicUrl}${path}`,
    })
    const aheadMs = Date.parse(fields.Expires as string) - Date.now()
    expect(aheadMs).toBeGreaterThan(30 * dayMs)
    expect(aheadMs).toBeLessThan(365 * dayMs)
    server.moveClock(400 * dayMs)
    const later = /^Expires: (.*)$/m.exec(await (await server.fetch(path)).text())?.[1] ?? ''
    expect(Date.parse(later) - Date.parse(fields.Expires as string)).toBeGreaterThan(399 * dayMs)
  })
}

test('without a contact it is not there, for browsers neither', async () => {
  const server = await startTestServer()
  for (const init of [{}, { headers: { accept: 'text/html' } }])
    expect((await server.fetch(path, init)).status).toBe(404)
})
