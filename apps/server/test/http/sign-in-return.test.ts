import { expect, test } from 'vitest'
import { openBrowser } from '../api/support/browser.ts'
import { person, publicUrl, startWithProvider } from '../api/support/with-provider.ts'

const { server, provider } = await startWithProvider()

test('after signing in, the browser goes back to where it came from', async () => {
  provider.become(person())
  const response = await openBrowser(server).signIn('?returnTo=/projects/default%3Fsearch%3Dx%23top')
  expect(response.headers.get('location')).toBe('/projects/default?search=x#top')
})

const elsewhere = [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/%09/evil.example/..//evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/a/../..//evil.example/%2e%2e',
  '/%2e//evil.example',
  'javascript:alert(1)',
  'evil.example',
  '',
  `/${'x'.repeat(3_000)}`,
]
test('it never goes to another site', async () => {
  provider.become(person())
  for (const returnTo of elsewhere) {
    const response = await openBrowser(server).signIn(`?${new URLSearchParams({ returnTo })}`)
    const target = new URL(response.headers.get('location') ?? '', publicUrl)
    expect(target.origin, returnTo).toBe(publicUrl)
    expect(response.headers.get('location'), returnTo).toMatch(/^\/(?!\/)/)
  }
})

test('a cookie that was tampered with leads to no other site either', async () => {
  provider.become(person())
  const browser = openBrowser(server)
  const back = await browser.goAndComeBack()
  const [verifier = ''] = decodeURIComponent(browser.cookies.get('oauth_attempt') ?? '').split(' ')
  browser.cookies.set('oauth_attempt', encodeURIComponent(`${verifier} https://evil.example/`))
  expect((await browser.go(back)).headers.get('location')).toBe('/')
})
