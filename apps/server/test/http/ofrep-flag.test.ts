import { describe, expect, test } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'
import { addFlag, flagsPath, rule, startOfrep, when } from '../api/support/ofrep.ts'

const { server, ask, askAll } = await startOfrep()

/** A config that gives everybody this variant. */
const split = (variant: string) => ({
  defaultValue: 1,
  rules: [rule({ value: undefined, distribution: [{ variant, weight: 1 }] })],
})

describe('a single flag', () => {
  test('is answered with its key, value, reason, version and environment', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org, { defaultValue: true })
    const { status, headers, body } = await ask(org.key, key)
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        key,
        value: true,
        reason: 'STATIC',
        variant: 'true',
        metadata: { version: 1, flagSetId: org.environmentId('development') },
      },
    })
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('x-request-id')).toMatch(/./)
  })

  test('says whom it is for, each time anew', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org, { rules: [rule({})] })
    const flagSetId = org.environmentId('development')
    for (const targetingKey of ['ann', 'bob "the" ünit', 'ann']) {
      const { body } = await ask(org.key, key, { targetingKey })
      expect(body.metadata).toEqual({ version: 1, ruleId: 'rule-1', flagSetId, contextId: targetingKey })
    }
    const { body } = await askAll(org.key, { targetingKey: 'eve' })
    expect(body.flags).toMatchObject([{ metadata: { flagSetId, contextId: 'eve' } }])
  })

  const forBob = [when('userId', 'bob')]
  const reasons: [title: string, fields: object, answer: object][] = [
    ['no rules: STATIC', {}, { value: false, reason: 'STATIC', metadata: { version: 1 } }],
    ['rules that are all off: STATIC', { rules: [rule({ enabled: false })] }, { value: false, reason: 'STATIC' }],
    ['rules that do not match: DEFAULT', { rules: forBob }, { value: false, reason: 'DEFAULT' }],
    ['off: DISABLED', { enabled: false, rules: [rule({})] }, { value: false, reason: 'DISABLED' }],
    [
      'a rule that matches: TARGETING_MATCH',
      { rules: [when('userId', 'ann')] },
      { value: true, reason: 'TARGETING_MATCH', metadata: { version: 1, ruleId: 'rule-1' } },
    ],
    [
      'a rollout: SPLIT',
      { rules: [rule({ rolloutPercentage: 100 })] },
      { value: true, reason: 'SPLIT', metadata: { version: 1, ruleId: 'rule-1' } },
    ],
  ]
  test.each(reasons)('%s', async (_, fields, answer) => {
    const org = await server.newOrganization()
    const { body } = await ask(org.key, await addFlag(org, fields), { targetingKey: 'ann' })
    expect(body).toMatchObject(answer)
  })

  test('has the variant of its value', async () => {
    const org = await server.newOrganization()
    const variants = [{ key: 'sky', value: 'blue' }]
    const key = await addFlag(org, { defaultValue: 'blue', variants }, { type: 'string' })
    expect((await ask(org.key, key)).body).toMatchObject({ value: 'blue', variant: 'sky' })
  })

  const values: [title: string, fields: object, type: string, variant: string][] = [
    ['a boolean', { rules: [rule({})] }, 'boolean', 'true'],
    ['what is off', { enabled: false, defaultValue: false }, 'boolean', 'false'],
    ['a text', { defaultValue: 'blue', variants: [{ key: 'rose', value: 'red' }] }, 'string', 'blue'],
    ['no text', { defaultValue: '' }, 'string', ''],
    ['a long text', { defaultValue: `${'x'.repeat(99)}😀` }, 'string', `${'x'.repeat(99)}\ufffd`],
    ['a number', { defaultValue: -3.5 }, 'number', '-3.5'],
    ['a whole number among others', { defaultValue: 4, rules: [{ ...when('a', 1), value: 0.5 }] }, 'number', '4'],
  ]
  test.each(values)('has a variant where none is named: the text of %s', async (_, fields, type, variant) => {
    const org = await server.newOrganization()
    const key = await addFlag(org, fields, { type })
    expect((await ask(org.key, key)).body.variant).toBe(variant)
  })

  const documents: [title: string, fields: object, variant: string][] = [
    ['its rule', { defaultValue: { size: 1 }, rules: [rule({ id: 'large', value: { size: 9 } })] }, 'large'],
    ['the default', { defaultValue: { size: 1 } }, 'default'],
    ['its variant', { defaultValue: { size: 1 }, variants: [{ key: 'small', value: { size: 1 } }] }, 'small'],
  ]
  test.each(documents)('names what gave a JSON value, never its text: %s', async (_, fields, variant) => {
    const org = await server.newOrganization()
    const key = await addFlag(org, fields, { type: 'json' })
    expect((await ask(org.key, key)).body.variant).toBe(variant)
  })

  /** The text of a number: Python and Java do not accept `4` as a float. */
  const writtenValue = async (org: TestOrganization, key: string) => {
    const headers = { authorization: `Bearer ${org.key}`, 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: '{"context":{"targetingKey":"ann"}}' }
    const texts = [`/${key}`, ''].map(async (path) =>
      (await fetch(`${server.deliveryUrl}${flagsPath}${path}`, request)).text(),
    )
    return (await Promise.all(texts)).map((text) => /"value":([^,]+)/.exec(text)?.[1])
  }

  const half = [{ key: 'half', value: 0.5 }]
  const numbers: [title: string, fields: object, written: string][] = [
    ['a whole number, of a flag of whole ones', { defaultValue: 4 }, '4'],
    ['a whole number, of a flag with a fraction in a variant', { defaultValue: 4, variants: half }, '4.0'],
    ['… in a rule', { defaultValue: -4, rules: [{ ...when('a', 1), value: 0.5 }] }, '-4.0'],
    ['… in a rule that is off', { defaultValue: 4, rules: [rule({ enabled: false, value: 0.5 })] }, '4.0'],
    ['… in a rollout', { defaultValue: 4, rules: [rule({ rolloutPercentage: 0, value: 0.5 })] }, '4.0'],
    ['… in its default', { defaultValue: 0.5, rules: [rule({ value: 4 })] }, '4.0'],
    ['a chosen variant', { variants: [{ key: 'four', value: 4 }, ...half], ...split('four') }, '4.0'],
    ['zero', { defaultValue: 0, variants: half }, '0.0'],
    ['what has an exponent', { defaultValue: 1e21, variants: half }, '1e+21'],
    ['what is small', { defaultValue: 1e-7 }, '1e-7'],
    ['what is large', { defaultValue: 123456789012345680000, variants: half }, '123456789012345680000.0'],
  ]
  test.each(numbers)('writes with a fraction, where one of its values has one: %s', async (_, fields, written) => {
    const org = await server.newOrganization()
    const key = await addFlag(org, fields, { type: 'number' })
    expect(await writtenValue(org, key)).toEqual([written, written])
  })

  test('answers the same number as everywhere else', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org, { defaultValue: 4, variants: half }, { type: 'number' })
    const elsewhere = await deliveryClient(server.deliveryUrl, org.key).evaluate(key)
    expect(elsewhere.body).toEqual({ flagKey: key, value: 4, reason: 'DEFAULT', requestId: expect.any(String) })
    expect((await ask(org.key, key)).body.value).toBe(4)
  })

  test('reads every other property of the context as an attribute', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org, { rules: [when('age', 7)] })
    expect((await ask(org.key, key, { age: 7 })).body.value).toBe(true)
    expect((await ask(org.key, key, { age: 8 })).body.value).toBe(false)
    expect((await ask(org.key, key, { attributes: { age: 7 } })).body.value).toBe(false)
  })

  test('ignores objects, lists of them and nulls in the context, however many', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org, { rules: [when('age', 7)] })
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`list-${at}`, [{ at }]]))
    const { status, body } = await ask(org.key, key, {
      age: 7,
      targetingKey: null,
      none: null,
      deep: { x: 1 },
      ...many,
    })
    expect({ status, value: body.value }).toEqual({ status: 200, value: true })
  })

  test('may depend on the country that a trusted proxy names', async () => {
    const org = await server.newOrganization()
    const inNorway = rule({ conditions: [{ attribute: 'country', operator: 'geo_country', value: 'NO' }] })
    const key = await addFlag(org, { rules: [inNorway] })
    const client = deliveryClient(server.deliveryUrl, org.key)
    const from = (country: string) =>
      client
        .send('POST', `${flagsPath}/${key}`, { context: {} }, { 'x-country': country })
        .then(({ body }) => body.value)
    expect([await from('NO'), await from('SE')]).toEqual([true, false])
  })

  test('that does not exist is a 404 that names it', async () => {
    const org = await server.newOrganization()
    await addFlag(org)
    const { status, body } = await ask(org.key, 'none')
    expect({ status, body }).toEqual({
      status: 404,
      body: { key: 'none', errorCode: 'FLAG_NOT_FOUND', errorDetails: expect.any(String) },
    })
  })

  test('is found by its percent-encoded key', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org)
    const encoded = key.replaceAll('-', '%2D')
    expect((await ask(org.key, encoded)).body).toMatchObject({ key, value: false })
  })

  const hostileKeys = [
    ['a%2Fb', 'a/b'],
    ['a/b', 'a/b'],
    ['..%2F..%2Fv1%2Fbundle', '../../v1/bundle'],
    ['%00', '\0'],
    ['%zz', '%zz'],
    ['%ff', '%ff'],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
    ['%22%7D%0A', '"}\n'],
    ['x'.repeat(5_000), 'x'.repeat(5_000)],
  ] as const
  test.each(hostileKeys)('with the hostile key %s is just not found', async (sent, key) => {
    const org = await server.newOrganization()
    const { status, body } = await ask(org.key, sent)
    expect({ status, body }).toMatchObject({ status: 404, body: { key, errorCode: 'FLAG_NOT_FOUND' } })
  })

  test('that is not client-safe does not exist for a client key', async () => {
    const org = await server.newOrganization()
    const [hidden, open] = [await addFlag(org), await addFlag(org, {}, { clientSafe: true })]
    const client = await org.createKey({ type: 'client' })
    expect(await ask(client.key, open)).toMatchObject({ status: 200, body: { key: open } })
    expect(await ask(client.key, hidden)).toMatchObject({ status: 404, body: { errorCode: 'FLAG_NOT_FOUND' } })
    expect(await ask(org.key, hidden)).toMatchObject({ status: 200 })
  })
})

describe('bad input', () => {
  const bodies: [title: string, body: string, errorCode: string, details: RegExp][] = [
    ['no JSON', '{', 'PARSE_ERROR', /JSON/],
    ['no body', '', 'PARSE_ERROR', /JSON/],
    ['no object', '[]', 'INVALID_CONTEXT', /object/],
    ['no context', '{}', 'INVALID_CONTEXT', /context is required/],
    ['a context of null', '{"context":null}', 'INVALID_CONTEXT', /context must be an object/],
    ['a list as context', '{"context":[]}', 'INVALID_CONTEXT', /context must be an object/],
    ['a number as targetingKey', '{"context":{"targetingKey":7}}', 'INVALID_CONTEXT', /context\.targetingKey must/],
    ['a text too long', `{"context":{"a":"${'x'.repeat(1_025)}"}}`, 'INVALID_CONTEXT', /context\.a must/],
    [
      'too many attributes',
      JSON.stringify({ context: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [at, at])) }),
      'INVALID_CONTEXT',
      /context must have at most 100/,
    ],
  ]
  test.each(bodies)('%s is a 400 in the form of OFREP', async (_, body, errorCode, details) => {
    const org = await server.newOrganization()
    const client = deliveryClient(server.deliveryUrl, org.key)
    const errorDetails = expect.stringMatching(details)
    const one = await client.send('POST', `${flagsPath}/some-flag`, body)
    expect(one).toMatchObject({ status: 400 })
    expect(one.body).toEqual({ key: 'some-flag', errorCode, errorDetails })
    const all = await client.send('POST', flagsPath, body)
    expect(all).toMatchObject({ status: 400 })
    expect(all.body).toEqual({ errorCode, errorDetails })
  })

  test('of any other kind is answered as everywhere', async () => {
    const org = await server.newOrganization()
    const client = deliveryClient(server.deliveryUrl, org.key)
    const large = { context: { text: 'x'.repeat(70_000) } }
    expect(await client.send('POST', flagsPath, large)).toMatchObject({
      status: 413,
      body: { error: { code: 'PAYLOAD_TOO_LARGE' } },
    })
    expect(await client.send('POST', flagsPath, {}, { 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
      body: { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } },
    })
    const wrongMethod = await client.send('GET', `${flagsPath}/some-flag`)
    expect(wrongMethod).toMatchObject({ status: 405 })
    expect(wrongMethod.headers.get('allow')).toBe('POST, OPTIONS')
    expect(await client.send('POST', `${flagsPath}/`, { context: {} })).toMatchObject({
      status: 404,
      body: { error: { code: 'RESOURCE_NOT_FOUND' } },
    })
  })
})
