import { expect, test } from 'vitest'
import type { Deps } from '../../src/http/endpoint/deps.ts'
import { managementApp } from '../../src/management/app.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()

const names = ['index.html', 'assets/a.js', 'assets/a.js.br']

/** An app whose files are listed, but cannot be read while `isBroken`. */
const openApp = () => {
  const state = { isBroken: false }
  const assets: Deps['assets'] = {
    list: async () => names,
    read: async (folder, name) => {
      if (state.isBroken) throw new Error('too many open files')
      return Buffer.from(`${folder}/${name}`)
    },
  }
  const app = managementApp({ ...server.deps, assets }, { checks: {} })
  const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })
  return { state, get }
}

test.each(['/docs/swagger-ui.css', '/assets/a.js'])(
  '%s comes once it can be read, though it could not before',
  async (path) => {
    const { state, get } = openApp()
    state.isBroken = true
    expect((await get(path)).ok).toBe(false)
    state.isBroken = false
    expect((await get(path)).status).toBe(200)
  },
)

test.each([
  ['br', 'br'],
  ['gzip, BR;q=0.5', 'br'],
  ['*', 'br'],
  ['br;q=0', null],
  ['gzip;q=1, br;q=0.000', null],
  ['identity, br;q=0.5', null],
  ['brotli', null],
  ['gzip', null],
])('of who accepts %s the dashboard’s files are encoded as %s', async (accepted, encoding) => {
  const response = await openApp().get('/assets/a.js', { 'accept-encoding': accepted })
  expect(response.headers.get('content-encoding')).toBe(encoding)
  expect(await response.text()).toBe(encoding === 'br' ? 'dashboard/assets/a.js.br' : 'dashboard/assets/a.js')
})

test('a page is for who names one in Accept', async () => {
  const { get } = openApp()
  expect((await get('/flags', { accept: 'text/html,*/*;q=0.8' })).status).toBe(200)
  expect((await get('/flags', { accept: 'text/html;q=0, application/json' })).status).toBe(404)
  expect((await get('/flags', { accept: '*/*' })).status).toBe(404)
})
