import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()
const org = await server.newOrganization()
const flag = await org.createFlag()

let made = 0
const slug = () => `s-${++made}`

/** Every request by which people give something a one-line name. */
const named: Record<string, (name: string) => ReturnType<typeof org.post>> = {
  'a project': (name) => org.post('/v1/projects', { name, slug: slug() }),
  'an environment': (name) => org.post(`${org.base}/environments`, { name, slug: slug() }),
  'an environment, later': (name) => org.patch(`${org.base}/environments/${org.environmentId('staging')}`, { name }),
  'a flag': (name) => org.post(`${org.base}/flags`, { key: slug(), name, type: 'boolean' }),
  'a flag, later': (name) => org.patch(`${org.base}/flags/${flag.key}`, { name }),
  'a rule': (name) =>
    org.post(`${org.at(flag.key)}/explain`, { context: {}, config: config({ rules: [{ name, value: true }] }) }),
  'a key': (name) =>
    org.post(`${org.base}/environments/${org.environmentId('staging')}/api-keys`, {
      type: 'server',
      description: name,
    }),
}

const refused: [name: string, message: string][] = [
  ['pay\u200bpal', 'must not contain U+200B, which cannot be seen: it is character 4'],
  ['pay\u200dpal', 'must not contain U+200D, which cannot be seen: it is character 4'],
  ['\ufeffbeta', 'must not contain U+FEFF, which cannot be seen: it is character 1'],
  ['admin\u202egnp.exe', 'must not contain U+202E, which changes the direction of text: it is character 6'],
  ['\u2067x', 'must not contain U+2067, which changes the direction of text: it is character 1'],
  ['\u061cx', 'must not contain U+061C, which changes the direction of text: it is character 1'],
  ['\u{1f600}\u001b[31m', 'must not contain the control character U+001B: it is character 2'],
  ['one\ntwo', 'must not contain the control character U+000A: it is character 4'],
  ['one\u2028two', 'must not contain the control character U+2028: it is character 4'],
  ['so\u00adft', 'must not contain U+00AD, which cannot be seen: it is character 3'],
  ['a\ufe0f', 'must not contain U+FE0F, which cannot be seen: it is character 2'],
]

test.each(Object.keys(named))('%s is given no name that hides something', async (what) => {
  for (const [name, message] of refused) {
    const answer = (await named[what]?.(name)) ?? expect.fail()
    expect(answer.status, name).toBe(422)
    expect(answer.body.error.details, name).toEqual([{ path: expect.any(String), message }])
  }
})

const kept = ['👩‍💻 team', '👩🏽‍🚀', '❤️', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'می‌خواهم', 'क्‍ष', '葛󠄀', 'Zoë — “Ünïcode” ½', '日本語', 'שלום', '1️⃣']

test.each(Object.keys(named))('%s is given a name of any script, or of pictures', async (what) => {
  for (const name of kept) {
    const answer = (await named[what]?.(name)) ?? expect.fail()
    expect(answer.status, name).toBeLessThan(300)
  }
})

test('a description may have lines and tabs, and nothing else that is hidden', async () => {
  const at = `${org.base}/flags/${flag.key}`
  expect((await org.patch(at, { description: 'one\n\ttwo\r\nthree' })).status).toBe(200)
  const { status, body } = await org.patch(at, { description: 'one\ntwo\u200b' })
  expect(status).toBe(422)
  expect(body.error.details).toEqual([
    { path: 'description', message: 'must not contain U+200B, which cannot be seen: it is character 8' },
  ])
})
