import { expect, test } from 'vitest'
import { runBunting } from './support/bunting.ts'
import { listenWith } from './support/proxy.ts'
import { adminToken, useServer } from './support/server.ts'

const cli = useServer()

const answering = (status: number, body: unknown) =>
  listenWith((request, response) =>
    response
      .writeHead(request.url === '/readyz' ? status : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(body)),
  )

const portOf = (url: string) => new URL(url).port

const portsOfServer = () => ({
  BUNTING_MANAGEMENT_PORT: portOf(cli.server.managementUrl),
  BUNTING_DELIVERY_PORT: portOf(cli.server.deliveryUrl),
})

test('a server is found by its own settings, at both of its addresses', async () => {
  const variables = { ...portsOfServer(), BUNTING_HOST: '0.0.0.0' }
  expect(await runBunting(['health'], { variables })).toEqual({
    code: 0,
    stdout: `${cli.server.managementUrl} ready\n${cli.server.deliveryUrl} ready\n`,
    stderr: '',
  })
})

test('every other command finds a server by its own settings too, where BUNTING_URL names none', async () => {
  const { BUNTING_KEY = '' } = cli.variables
  const local = { ...portsOfServer(), BUNTING_HOST: '0.0.0.0', BUNTING_KEY, BUNTING_ADMIN_TOKEN: adminToken }
  for (const command of ['flags list', 'audit list', 'backup -']) {
    const { code, stderr } = await runBunting(command.split(' '), { variables: local })
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: expect.not.stringContaining('reached') })
  }
  const { stderr: ofDelivery } = await runBunting(['evaluate', 'none', '--user', 'ada'], { variables: local })
  expect(ofDelivery).toContain('"none" is not found in the environment of this key')
  await using other = await listenWith((_, response) => response.writeHead(503).end())
  const { code, stderr } = await runBunting(['projects', 'list'], { variables: { ...local, BUNTING_URL: other.url } })
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining(other.url) })
})

test('one address that is not ready is enough, unless the role is the other one', async () => {
  await using broken = await answering(503, { status: 'unavailable', failing: ['database', 'edge'] })
  const withRole = (role: string) =>
    runBunting(['health'], {
      variables: { ...portsOfServer(), BUNTING_MANAGEMENT_PORT: portOf(broken.url), BUNTING_ROLE: role },
    })
  const notReady = `${broken.url} not ready, for want of: database, edge\n`
  const ready = `${cli.server.deliveryUrl} ready\n`
  expect(await withRole('all')).toMatchObject({ code: 1, stdout: `${notReady}${ready}` })
  expect(await withRole('management')).toMatchObject({ code: 1, stdout: notReady })
  expect(await withRole('delivery')).toMatchObject({ code: 0, stdout: ready })
})

test('one that is ready without its edge is ready, and says so', async () => {
  await using degraded = await answering(200, { status: 'ready', degraded: ['edge'] })
  expect(await runBunting(['health', '--url', degraded.url])).toMatchObject({
    code: 0,
    stdout: `${degraded.url} ready, degraded: edge\n`,
  })
})

test('one that is not there is not ready: exit code 1, as health checks have it', async () => {
  const gone = await answering(200, {})
  await gone[Symbol.asyncDispose]()
  const { code, stdout } = await runBunting(['health', '--url', gone.url])
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: `${gone.url} not ready: ${gone.url} cannot be reached: nothing listens there.\n`,
  })
})

test('a port that nobody can know is wrong use', async () => {
  const { code, stderr } = await runBunting(['health'], { variables: { BUNTING_DELIVERY_PORT: '0' } })
  expect(code).toBe(2)
  expect(stderr).toContain('The port of the role delivery is 0')
})
