import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

test('protecting an environment while an editor archives flags of it lets none through afterwards', async () => {
  const org = await server.newOrganization()
  const editor = await server.newMember(org, 'editor')
  const flags = []
  for (let made = 0; made < 8; made++) {
    const flag = await org.createFlag()
    await org.put(org.at(flag.key, 'production'), config())
    flags.push(flag)
  }
  const paths = flags.map((flag) => `${org.base}/flags/${flag.key}`)
  const [protection, ...answers] = await Promise.all([
    org.protect('production'),
    ...paths.map((path) => editor.patch(path, { archived: true })),
  ])
  expect(protection.status).toBe(200)
  expect(answers.every(({ status }) => [200, 403].includes(status))).toBe(true)
  // In the order in which they happened: the editor's changes all come before the protection.
  const entries = (await org.walk(`${org.base}/audit-log`)).toReversed()
  const protectedAt = entries.findIndex(({ action }) => action === 'environment.updated')
  const archivedAt = entries.findLastIndex(({ action }) => action === 'flag.updated')
  expect(archivedAt).toBeLessThan(protectedAt)
  for (const path of paths) {
    const { status, body } = await editor.patch(path, { clientSafe: true })
    expect({ status, code: body.error?.code }).toEqual({ status: 403, code: 'FORBIDDEN' })
  }
})
