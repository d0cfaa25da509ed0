import { expect, test } from 'vitest'
import { startSite } from '../support/site.ts'

const { managementUrl: url } = await startSite({})

const asPage = { headers: { accept: 'text/html,application/xhtml+xml' } }

test('an address that only the browser knows is the dashboard, which nobody keeps and nothing foreign runs in', async () => {
  const response = await fetch(`${url}/projects/proj_x/flags/y`, asPage)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe')
  // Inline scripts and styles of the page are allowed by their hashes, and no others.
  expect(policy).toMatch(/script-src 'self'( 'sha256-[^ ;]+')+(;|$)/)
  expect(policy).toMatch(/style-src 'self' 'sha256-[^ ;]+'(;|$)/)
})

test('what has a hash in its name is kept for a year, and comes compressed', async () => {
  const page = await (await fetch(url, asPage)).text()
  const [, script] = /src="(\/assets\/[^"]+)"/.exec(page) ?? []
  const response = await fetch(`${url}${script}`, { headers: { 'accept-encoding': 'br' } })
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('content-encoding')).toBe('br')
})

test.each(['/v1/nothing', '/api/nothing', '/admin/v1/nothing', '/assets/nothing.js', '/assets/..%2f..%2fpackage.json'])(
  '%s stays an error in JSON, even for who asks for a page',
  async (path) => {
    const response = await fetch(`${url}${path}`, asPage)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } })
  },
)

test('a program that asks for what is not there is told so', async () => {
  const response = await fetch(`${url}/nothing`)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } })
})
