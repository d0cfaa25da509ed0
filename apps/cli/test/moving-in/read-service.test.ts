import { createCipheriv } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { makeHome, type Variables } from '../support/bunting.ts'
import { listenWith } from '../support/proxy.ts'
import { useServer } from '../support/server.ts'
import { banners } from './support/fake-sdks.ts'

const cli = useServer()

/** A part of every key, which must not appear in any output or file. */
const secret = 'do-not-tell-7f3a'

type Request = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}
type Answer = object | ((response: ServerResponse, request: Request) => void)
type Play = (request: Request, count: number) => Answer | undefined

/** Simulates a service: `play` returns its answer, or undefined for a 404. */
const playing = async (play: Play) => {
  const requests: Request[] = []
  const listening = await listenWith(async (incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost')
    const { method = 'GET', headers } = incoming
    const request = { method, path: pathname, query: searchParams, headers, body: await text(incoming) }
    requests.push(request)
    const answer = play(request, requests.filter(({ path }) => path === pathname).length)
    if (typeof answer === 'function') answer(response, request)
    else if (answer) response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    else response.writeHead(404).end()
  })
  return { ...listening, requests, [Symbol.asyncDispose]: listening[Symbol.asyncDispose] }
}

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end()

const cut: Answer = (response) => response.destroy()
const cutHalfway: Answer = (response) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"features":')
  setImmediate(() => response.destroy())
}

/** Imports from a simulated service, and searches all output for keys. */
const importFrom = async (line: string, variables: Variables) => {
  const { run } = await cli.newProject()
  const folder = makeHome()
  const snapshot = join(folder, 'snapshot.json')
  const again = async () => {
    const ended = await run(`import --from ${line} --snapshot ${snapshot} --report ${join(folder, 'r.json')}`, {
      variables,
    })
    const written = ['snapshot.json', 'r.json'].map((name) => {
      try {
        return readFileSync(join(folder, name), 'utf8')
      } catch {
        return ''
      }
    })
    expect([ended.stdout, ended.stderr, ...written].join('\n')).not.toContain(secret)
    return ended
  }
  const flags = async () => JSON.parse((await run('export')).stdout).flags
  return { ...(await again()), again, flags, run, snapshot, read: () => JSON.parse(readFileSync(snapshot, 'utf8')) }
}

const growthbook = (url: string): Variables => ({
  GROWTHBOOK_URL: url,
  GROWTHBOOK_API_URL: url,
  GROWTHBOOK_CLIENT_KEY_PRODUCTION: secret,
})
const fromGrowthbook = 'growthbook --env production=development'

describe('LaunchDarkly', () => {
  const keys = Array.from({ length: 250 }, (_, at) => `flag-${at}`)
  const config = { on: true, salt: 'salt', offVariation: 1, fallthrough: { variation: 0 }, rules: [] }
  const data = (key: string) => ({ key, ...config, variations: [true, false] })
  const item = (key: string, environments: readonly string[]) => ({
    key,
    name: `The flag ${key}`,
    tags: ['web'],
    archived: key === 'flag-249',
    _maintainer: { email: 'ada@example.com' },
    variations: [{ value: true }, { value: false }],
    environments: Object.fromEntries(environments.map((name) => [name, config])),
  })
  const play: Play = ({ path, query }) => {
    if (path === '/sdk/latest-all')
      return { flags: Object.fromEntries(keys.map((key) => [key, data(key)])), segments: {} }
    if (path.startsWith('/api/v2/segments/')) return { items: [{ key: 'staff', included: ['ada'], rules: [] }] }
    if (path !== '/api/v2/flags/shop') return undefined
    const offset = Number(query.get('offset') ?? 0)
    // A key is sent nowhere else, whatever address an answer contains.
    const next = `https://elsewhere.example/api/v2/flags/shop?${new URLSearchParams([...query].filter(([name]) => name !== 'offset'))}&offset=${offset + 100}`
    return {
      items: keys.slice(offset, offset + 100).map((key) => item(key, query.getAll('env'))),
      totalCount: keys.length,
      _links: offset + 100 < keys.length ? { next: { href: next } } : {},
    }
  }

  test('is read by its SDK keys, and asked for names page by page, three environments at a time', async () => {
    await using service = await playing(play)
    const names = ['a', 'b', 'c', 'd']
    const sdkKeys = Object.fromEntries(names.map((name) => [`LAUNCHDARKLY_SDK_KEY_${name.toUpperCase()}`, secret]))
    const { code, stderr, flags, read } = await importFrom(
      `launchdarkly --env a=development --env b=staging --env c=production --env d=preview --propose`,
      {
        ...sdkKeys,
        LAUNCHDARKLY_SDK_URL: service.url,
        LAUNCHDARKLY_URL: service.url,
        LAUNCHDARKLY_ACCESS_TOKEN: secret,
        LAUNCHDARKLY_PROJECT: 'shop',
      },
    )
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('no environment "preview"') })
    const lists = service.requests.filter(({ path }) => path === '/api/v2/flags/shop')
    expect(lists.map(({ query }) => [query.getAll('env').join(), query.get('offset')])).toEqual([
      ['a,b,c', null],
      ['a,b,c', '100'],
      ['a,b,c', '200'],
      ['d', null],
      ['d', '100'],
      ['d', '200'],
    ])
    expect(lists[0]?.headers).toMatchObject({ authorization: secret, 'ld-api-version': '20240415' })
    expect(Object.keys(read().environments)).toEqual(names)
    expect(Object.keys(read().admin.items[0].environments)).toEqual(names)
    expect(read().admin.items).toHaveLength(250)
    expect(await flags()).toEqual({})
  })

  test('is read by its admin API alone where nobody has the SDK key', async () => {
    await using service = await playing(play)
    const { code, flags } = await importFrom('launchdarkly --env live=development', {
      LAUNCHDARKLY_URL: service.url,
      LAUNCHDARKLY_ACCESS_TOKEN: secret,
      LAUNCHDARKLY_PROJECT: 'shop',
    })
    expect(code).toBe(0)
    const came = await flags()
    expect(Object.keys(came)).toHaveLength(250)
    expect(came['flag-0']).toMatchObject({
      name: 'The flag flag-0',
      tags: ['from-launchdarkly', 'web'],
      environments: { development: { enabled: true } },
    })
    expect(came['flag-249']).toMatchObject({ archived: true })
  })
})

test('Unleash is read by its backend tokens, and its export has the tags', async () => {
  await using service = await playing(({ path, body }) => {
    if (path === '/api/client/features') return banners.unleash
    if (path !== '/api/admin/features-batch/export') return undefined
    expect(JSON.parse(body)).toEqual({ environment: 'production', features: ['banner'], downloadFile: false })
    return {
      features: [{ name: 'banner', description: 'On top.', project: 'shop' }],
      featureTags: [{ featureName: 'banner', tagType: 'simple', tagValue: 'web' }],
    }
  })
  const variables = { UNLEASH_URL: service.url, UNLEASH_TOKEN_PRODUCTION: secret, UNLEASH_ADMIN_TOKEN: secret }
  const { code, flags } = await importFrom('unleash --env production=development', variables)
  expect(code).toBe(0)
  expect((await flags()).banner).toMatchObject({ tags: ['from-unleash', 'web'] })
})

test('Flagsmith is read with all pages of identities, flags and the labels of tags', async () => {
  await using service = await playing(({ path, query, headers }) => {
    const page = Number(query.get('page') ?? 1)
    if (path === '/api/v1/environment-document/') {
      expect(headers['x-environment-key']).toBe(secret)
      return (response) => {
        // The service's own name differs from the address at which it is reached.
        const link = page < 3 ? { link: `<https://flagsmith.example${path}?page=${page + 1}>; rel="next"` } : {}
        const banner = { feature: { id: 1, name: 'banner' }, enabled: true, feature_state_value: null }
        const identity_overrides = [{ identifier: `user-${page}`, identity_features: [banner] }]
        response.writeHead(200, link).end(JSON.stringify({ ...banners.flagsmith, identity_overrides }))
      }
    }
    expect(headers.authorization).toBe(`Api-Key ${secret}`)
    if (path === '/api/v1/projects/7/tags/') return { results: [{ id: 5, label: 'web' }] }
    const next = page < 2 ? `https://flagsmith.example${path}?page=2&page_size=100` : null
    const feature = page === 1 ? { name: 'banner', tags: [5] } : { name: 'old', tags: [], is_archived: true }
    return { count: 2, next, results: [feature] }
  })
  const variables = { FLAGSMITH_URL: service.url, FLAGSMITH_API_URL: service.url, FLAGSMITH_PROJECT: '7' }
  const keys = { FLAGSMITH_ENVIRONMENT_KEY_PRODUCTION: secret, FLAGSMITH_API_KEY: secret }
  const { code, stderr, flags } = await importFrom('flagsmith --env production=development', { ...variables, ...keys })
  expect({ code, stderr }).toMatchObject({ code: 0 })
  const came = await flags()
  expect(came.banner).toMatchObject({ tags: ['from-flagsmith', 'web'] })
  expect(came.banner.environments.development.rules[0].conditions[0].value).toEqual(['user-1', 'user-2', 'user-3'])
  expect(came.old).toMatchObject({ archived: true })
})

test("GO Feature Flag's relay is read, with a key or without", async () => {
  await using service = await playing(({ path, method }) =>
    path === '/v1/flag/configuration' && method === 'POST' ? { flags: banners.goff } : undefined,
  )
  const url = { GO_FEATURE_FLAG_URL: service.url }
  expect(await importFrom('goff --env live=development', url)).toMatchObject({ code: 0 })
  expect(
    await importFrom('goff --env live=development', { ...url, GO_FEATURE_FLAG_API_KEY_LIVE: secret }),
  ).toMatchObject({
    code: 0,
  })
  expect(service.requests.map(({ headers }) => headers['x-api-key'])).toEqual([undefined, secret])
})

test("GrowthBook's flags are decrypted with the key that its SDKs have", async () => {
  const [key, iv] = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)]
  const encrypt = (part: unknown) => {
    const cipher = createCipheriv('aes-128-cbc', key, iv)
    const content = Buffer.concat([cipher.update(JSON.stringify(part)), cipher.final()])
    return `${iv.toString('base64')}.${content.toString('base64')}`
  }
  const bandit = {
    contextualVariations: ['a', 'b'],
    contextualBanditRef: 'cb',
    condition: { id: { $inGroup: 'people' } },
  }
  await using service = await playing(() => ({
    features: {},
    encryptedFeatures: encrypt({ banner: { defaultValue: 'a', rules: [bandit] } }),
    encryptedSavedGroups: encrypt({ people: ['ada'] }),
    encryptedContextualBandits: encrypt({ cb: { contexts: [{ condition: {}, weights: [0.9, 0.1] }] } }),
    encryptedExperiments: encrypt([{ key: 'colours' }]),
  }))
  const withKey = { GROWTHBOOK_DECRYPTION_KEY_PRODUCTION: key.toString('base64') }
  const { code, stderr, flags } = await importFrom(fromGrowthbook, { ...growthbook(service.url), ...withKey })
  const { banner } = await flags()
  expect({ code, stderr, banner }).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('1 experiments of the visual editor'),
    banner: {
      environments: {
        development: {
          rules: [
            {
              conditions: [{ operator: 'in_segment', value: 'people' }],
              distribution: [{ weight: 90 }, { weight: 10 }],
            },
          ],
        },
      },
    },
  })
  expect(await importFrom(fromGrowthbook, growthbook(service.url))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('GROWTHBOOK_DECRYPTION_KEY'),
  })
})

test.for<[string, Record<string, string>]>([
  ['seconds', { 'retry-after': '0' }],
  ['a date', { 'retry-after': 'Wed, 18 Nov 2020 12:00:00 GMT' }],
  ['a moment in milliseconds', { 'x-ratelimit-reset': String(Date.now()) }],
  ['a moment in seconds', { 'x-ratelimit-reset': String(Math.floor(Date.now() / 1_000)) }],
])('a service that is asked too often is asked again as it says, by %s', async ([, headers]) => {
  await using service = await playing((_request, count) => (count < 4 ? status(429, headers) : banners.growthbook))
  expect(await importFrom(fromGrowthbook, growthbook(service.url))).toMatchObject({ code: 0 })
  expect(service.requests).toHaveLength(4)
})

test.for<[string, Answer, number, string]>([
  ['does not know the key', status(401), 2, 'does not know the key'],
  ['knows one that may not read', status(403), 2, 'may not read'],
  ['has nothing there', status(404), 2, 'answers 404'],
  ['answers something else', (response) => response.end('<html>'), 2, 'does not answer as GrowthBook does'],
  ['sends one elsewhere', status(302, { location: 'https://elsewhere.example/' }), 3, 'cannot be reached'],
  ['is broken for good', status(503), 3, 'it answers 503'],
  ['cuts every connection', cut, 3, 'cannot be reached'],
])('a service that %s ends the import, and no key is told', async ([, answer, code, words]) => {
  await using service = await playing(() => answer)
  expect(await importFrom(fromGrowthbook, growthbook(service.url))).toMatchObject({
    code,
    stderr: expect.stringContaining(words),
  })
})

test('without a key, and nobody to ask, or without an address, it says what is missing', async () => {
  expect(await importFrom('unleash --env production=development', {})).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('UNLEASH_URL=https://'),
  })
  const variables = { UNLEASH_URL: 'http://127.0.0.1:9' }
  expect(await importFrom('unleash --env production=development', variables)).toMatchObject({ code: 2 })
  expect(await importFrom('flagd --env production=development', {})).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('bunting import --from flagd <file>'),
  })
})

test('what is cut off, or broken for a moment, is asked for again', async () => {
  const troubles = [cut, cutHalfway, status(502)]
  await using service = await playing((_request, count) => troubles[count - 1] ?? banners.growthbook)
  expect(await importFrom(fromGrowthbook, growthbook(service.url))).toMatchObject({ code: 0 })
})

describe('5,000 flags', () => {
  const features = Array.from({ length: 5_000 }, (_, at) => ({ id: `flag-${at}`, description: '', tags: ['web'] }))
  const payload = { features: Object.fromEntries(features.map(({ id }) => [id, { defaultValue: true }])) }
  const pages = ({ path, query }: Request): Answer => {
    if (path !== '/api/v1/features') return payload
    const offset = Number(query.get('offset'))
    const hasMore = offset + 100 < features.length
    return { features: features.slice(offset, offset + 100), hasMore, total: features.length, nextOffset: offset + 100 }
  }

  test('are read page by page, and reading goes on where it ended', async () => {
    let isBroken = true
    await using service = await playing((request) =>
      isBroken && request.query.get('offset') === '2500' ? status(403) : pages(request),
    )
    const variables = { ...growthbook(service.url), GROWTHBOOK_API_KEY: secret }
    const { code, again, run, read, snapshot } = await importFrom(`${fromGrowthbook} --dry-run`, variables)
    expect({ code, asked: service.requests.length }).toEqual({ code: 2, asked: 27 })
    expect(read()).toMatchObject({ partial: { left: ['/api/v1/features?limit=100&offset=2500'] } })
    expect(await run(`import --from growthbook ${snapshot} --env production=development`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('was not read to its end'),
    })
    isBroken = false
    expect(await again()).toMatchObject({ code: 1, stderr: expect.stringContaining('5,000 flags') })
    expect(service.requests.length).toBe(27 + 25)
    expect(read().partial).toBeUndefined()
    expect(read().admin.features).toHaveLength(5_000)
    // A completed snapshot is read anew.
    await again()
    expect(service.requests.length).toBe(27 + 25 + 51)
  })
})
