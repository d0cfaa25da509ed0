import { describe, expect, test } from 'vitest'
import { convertSnapshot } from '../../src/moving-in/convert-snapshot.ts'
import { failureOf } from './support/imported.ts'

const state = (name: string, more: object = {}) => ({
  feature: { id: 1, name, type: 'STANDARD' },
  enabled: true,
  feature_state_value: null,
  django_id: 1016366,
  featurestate_uuid: '40eb539d-3713-4720-bbd4-829dbef10d51',
  multivariate_feature_state_values: [],
  ...more,
})

const option = (id: number, value: unknown, percentage_allocation: number) => ({
  id,
  percentage_allocation,
  multivariate_feature_option: { id: id * 10, value },
})

const segment = (id: number, name: string, conditions: object[], feature_states: object[] = [], type = 'ALL') => ({
  id,
  name,
  rules: [{ type, rules: [], conditions }],
  feature_states,
})

const document = (more: { states?: object[]; segments?: object[]; identities?: object[] } & object) => {
  const { states = [], segments = [], identities = [], ...rest } = more
  return {
    api_key: '8AYnz4q3KEfT5DFtnramnP',
    name: 'Production',
    feature_states: states,
    identity_overrides: identities,
    project: { id: 7, segments },
    ...rest,
  }
}

const convert = (more: Parameters<typeof document>[0], admin?: unknown) =>
  convertSnapshot(
    { source: 'flagsmith', environments: { Production: document(more) }, ...(admin ? { admin } : {}) },
    { environments: new Map([['Production', 'prod']]), rename: new Map([['plan', 'tariff']]) },
  )

const configOf = (more: Parameters<typeof document>[0], key: string) => convert(more).flags[key]?.environments.prod

/** The conditions of a segment's only rule. */
const conditionsOf = (...conditions: object[]) =>
  convert({ segments: [segment(3, 'Pro', conditions)] }).segments.Pro?.environments.prod?.rules[0]?.conditions

const byHand = ({ findings }: ReturnType<typeof convert>) => findings.filter(({ kind }) => kind === 'by-hand')

describe('a flag', () => {
  test('that has no value becomes one flag, which is on for everybody', () => {
    const { flags } = convert({ states: [state('checkout')] })
    expect(Object.keys(flags)).toEqual(['checkout'])
    expect(flags.checkout?.environments.prod).toMatchObject({
      enabled: true,
      defaultValue: false,
      rules: [{ value: true }],
    })
  })

  test('that has a value becomes another one besides, which answers it also where the first is off', () => {
    const off = state('banner', { enabled: false, feature_state_value: 'Hello' })
    const { flags } = convert({ states: [off] })
    expect(flags.banner?.environments.prod).toEqual({ enabled: false, defaultValue: false, rules: [] })
    expect(flags['banner.value']).toMatchObject({
      type: 'string',
      environments: { prod: { enabled: true, defaultValue: 'Hello' } },
    })
  })

  test('keeps the percentages of its variants, and draws them by its own id and that of the identity', () => {
    const split = state('colour', {
      feature_state_value: 'grey',
      multivariate_feature_state_values: [option(2, 'red', 20), option(1, 'blue', 30)],
    })
    expect(configOf({ states: [split] }, 'colour.value')).toMatchObject({
      defaultValue: 'grey',
      rules: [
        {
          hash: { kind: 'flagsmith', salt: '1016366,8AYnz4q3KEfT5DFtnramnP_' },
          distribution: [
            { variant: 'variant-10', weight: 30 },
            { variant: 'variant-20', weight: 20 },
            { variant: 'control', weight: 50 },
          ],
        },
      ],
    })
  })

  test('has weights in buckets where its percentages would end elsewhere', () => {
    // The bucket 3,332 is just below the percentage, a difference that six decimals do not show.
    const place = (3_332 / 9_998) * 100
    const split = state('colour', {
      feature_state_value: 'grey',
      multivariate_feature_state_values: [option(1, 'blue', place + 1e-9)],
    })
    expect(configOf({ states: [split] }, 'colour.value')?.rules[0]?.distribution).toEqual([
      { variant: 'variant-10', weight: 3_333 },
      { variant: 'control', weight: 6_665 },
    ])
  })

  test('answers identities first, then segments by priority, then everybody', () => {
    const override = (priority: number, enabled: boolean) => [
      state('checkout', { feature_segment: { priority }, enabled }),
    ]
    const staff = [{ property_: 'plan', operator: 'EQUAL', value: 'staff' }]
    const config = configOf(
      {
        states: [state('checkout')],
        segments: [segment(3, 'late', staff, override(5, true)), segment(4, 'early', staff, override(1, false))],
        identities: [{ identifier: 'ada', identity_features: [state('checkout', { enabled: false })] }],
      },
      'checkout',
    )
    expect(
      config?.rules.map(({ conditions: [condition], value }) => [
        condition && 'value' in condition ? condition.value : undefined,
        value,
      ]),
    ).toEqual([
      [['ada'], false],
      ['early', false],
      ['late', true],
      [undefined, true],
    ])
  })

  test('of which more identities are overridden than a condition may name has them in a segment', () => {
    const identities = Array.from({ length: 1_001 }, (_, at) => ({
      identifier: `user-${at}`,
      identity_features: [state('checkout')],
    }))
    const { flags, segments } = convert({ states: [state('checkout')], identities })
    expect(flags.checkout?.environments.prod?.rules[0]?.conditions).toEqual([
      { operator: 'in_segment', value: 'checkout-identities-on' },
    ])
    expect(segments['checkout-identities-on']?.environments.prod?.included).toHaveLength(1_001)
  })

  test('has its facts from the admin API, and says where it comes from', () => {
    const facts = {
      name: 'checkout',
      description: 'The new one.',
      is_archived: true,
      tags: ['shop', 4],
      owners: [{ email: 'ada@example.com' }],
    }
    const { flags } = convert({ states: [state('checkout')] }, { results: [facts] })
    expect(flags.checkout).toMatchObject({ archived: true, owner: 'ada@example.com', tags: ['from-flagsmith', 'shop'] })
    expect(flags.checkout?.description).toBe(
      'The new one.\n\nhttps://app.flagsmith.com/project/7/environment/8AYnz4q3KEfT5DFtnramnP/features?feature=1',
    )
  })

  test('whose only override depends on another flag has that for a prerequisite', () => {
    const needs = [{ property_: '$.flags.search.enabled', operator: 'EQUAL', value: 'true' }]
    const off = state('checkout', { enabled: false })
    const config = configOf(
      { states: [state('search'), off], segments: [segment(3, 'needs', needs, [state('checkout')])] },
      'checkout',
    )
    expect(config).toMatchObject({
      enabled: true,
      defaultValue: false,
      prerequisites: [{ flagKey: 'search', values: [true] }],
    })
  })
})

describe('a segment', () => {
  test('draws by its id and the identity, with all who have at most the percentage', () => {
    expect(conditionsOf({ property_: '', operator: 'PERCENTAGE_SPLIT', value: '25' })).toEqual([
      { operator: 'in_share', value: { from: 0, to: 25, salt: '3,8AYnz4q3KEfT5DFtnramnP_', kind: 'flagsmith' } },
    ])
    // Even 0 % includes the first bucket.
    expect(conditionsOf({ property_: null, operator: 'PERCENTAGE_SPLIT', value: '0' })).toMatchObject([
      { value: { from: 0, to: 0.01 } },
    ])
  })

  test('knows identifiers as users, and traits by the names that were chosen', () => {
    expect(
      conditionsOf(
        { property_: '$.identity.identifier', operator: 'IN', value: 'ada,bob' },
        { property_: 'plan', operator: 'CONTAINS', value: 'pro' },
        { property_: 'version', operator: 'LESS_THAN', value: '2.0.0:semver' },
      ),
    ).toEqual([
      { attribute: 'userId', operator: 'in', value: ['ada', 'bob'] },
      { attribute: 'tariff', operator: 'contains', value: 'pro' },
      { attribute: 'version', operator: 'semver_lt', value: '2.0.0' },
    ])
  })

  test('has long lists in segments of their own, the longest in large ones', () => {
    const texts = (count: number) => Array.from({ length: count }, (_, at) => `id-${at}`).join(',')
    const listed = (property_: string, count: number) => {
      const many = segment(3, 'Many', [{ property_, operator: 'IN', value: texts(count) }])
      const { segments } = convert({ segments: [many] })
      const [list] = Object.entries(segments).filter(([key]) => key !== 'Many')
      const [key, { unit, large, environments }] = list as NonNullable<typeof list>
      const [rule] = segments.Many?.environments.prod?.rules ?? []
      expect(JSON.stringify(rule?.conditions)).toContain(`{"operator":"in_segment","value":"${key}"}`)
      return { unit, large, count: environments.prod?.included.length }
    }
    expect(listed('$.identity.identifier', 1_001)).toEqual({ unit: null, count: 1_001 })
    expect(listed('account', 20_001)).toEqual({ unit: 'account', large: true, count: 20_001 })
  })

  test('has nobody in it who is not known, whatever they are not', () => {
    expect(conditionsOf({ property_: 'plan', operator: 'IS_NOT_SET', value: '' })).toHaveLength(2)
  })

  test('is for nobody, and flags that name it are off, where Bunting has no such operator', () => {
    const modulo = segment(3, 'Even', [{ property_: 'age', operator: 'MODULO', value: '2|0' }], [state('checkout')])
    const converted = convert({ states: [state('checkout')], segments: [modulo] })
    expect(converted.segments.Even?.environments.prod?.rules).toEqual([])
    expect(converted.flags.checkout?.environments.prod).toEqual({ enabled: false, defaultValue: false, rules: [] })
    expect(byHand(converted)).toMatchObject([
      { code: 'operator', segmentKey: 'Even' },
      { code: 'operator', flagKey: 'checkout' },
    ])
  })
})

describe('people are told', () => {
  test('that an environment draws by ids which nobody knows', () => {
    const split = state('colour', {
      feature_state_value: 'grey',
      multivariate_feature_state_values: [option(1, 'blue', 50)],
    })
    const { findings } = convert({ states: [split], use_identity_composite_key_for_hashing: false } as object)
    expect(findings).toMatchObject([{ code: 'identity-id', environment: 'prod' }])
  })

  test('that a flag has values of two types, and is off', () => {
    const number = segment(3, 'Few', [], [state('limit', { feature_state_value: 5 })])
    const converted = convert({ states: [state('limit', { feature_state_value: 'five' })], segments: [number] })
    expect(byHand(converted)).toMatchObject([{ code: 'value-type', flagKey: 'limit.value' }])
  })

  test('that a flag has another key here, and that two cannot have one', () => {
    expect(convert({ states: [state('Neue Kasse')] }).findings).toMatchObject([
      { code: 'renamed', flagKey: 'Neue-Kasse' },
    ])
    const both = [state('Neue Kasse'), state('Neue-Kasse')]
    expect(failureOf(() => convert({ states: both }))).toContain('would both become "Neue-Kasse"')
  })

  test('what is wrong with a document, and where', () => {
    const states = [{ feature: { id: 1, name: 'checkout' } }]
    expect(failureOf(() => convert({ states }))).toContain('feature_states[0].enabled')
  })
})
