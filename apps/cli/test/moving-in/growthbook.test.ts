import { describe, expect, test } from 'vitest'
import { convertSnapshot } from '../../src/moving-in/convert-snapshot.ts'
import { failureOf } from './support/imported.ts'

type Payload = { features: object; savedGroups?: object; experiments?: object[] }

const convert = (payload: Payload, admin?: unknown) =>
  convertSnapshot(
    { source: 'growthbook', environments: { production: payload }, ...(admin ? { admin } : {}) },
    { environments: new Map([['production', 'prod']]), rename: new Map([['plan', 'tariff']]) },
  )

/** The config of a feature with these rules. */
const configOf = (rules: object[], defaultValue: unknown = false, others: object = {}) =>
  convert({ features: { ...others, flag: { defaultValue, rules } } }).flags.flag?.environments.prod

const conditionsOf = (condition: object) => configOf([{ condition, force: true }])?.rules[0]?.conditions
const findingsOf = (payload: Payload) => convert(payload).findings.filter(({ flagKey }) => flagKey)

describe('a rule', () => {
  test('keeps its rollout: GrowthBook has who is at the coverage in it, too', () => {
    expect(configOf([{ id: 'fr_1', force: true, coverage: 0.25, hashVersion: 2 }])).toMatchObject({
      enabled: true,
      defaultValue: false,
      rules: [{ id: 'fr_1', value: true, rolloutPercentage: 25.01, hash: { kind: 'growthbook2', salt: 'flag' } }],
    })
    expect(configOf([{ force: true, coverage: 0.25, seed: 's' }])?.rules[0]).toMatchObject({
      rolloutPercentage: 25.1,
      hash: { kind: 'growthbook1', salt: 's' },
    })
  })

  test('with all of the coverage is for everybody, and with none for nobody', () => {
    expect(configOf([{ force: true, coverage: 1 }])?.rules[0]).toMatchObject({ rolloutPercentage: 100 })
    expect(configOf([{ force: true, coverage: 0 }])?.rules).toEqual([])
  })

  test('that splits keeps its weights and its unit', () => {
    const experiment = { key: 'exp', variations: ['a', 'b'], weights: [0.3, 0.7], hashAttribute: 'company' }
    expect(configOf([experiment], 'a')).toMatchObject({
      variants: [
        { key: '0', value: 'a' },
        { key: '1', value: 'b' },
      ],
      rules: [
        {
          bucketBy: 'company',
          conditions: [],
          hash: { kind: 'growthbook1', salt: 'exp' },
          distribution: [
            { variant: '0', weight: 30 },
            { variant: '1', weight: 70 },
          ],
        },
      ],
    })
  })

  test('with a second unit says who is drawn by it where assignments are kept', () => {
    const saidOf = (more: object) => {
      const rule = { variations: ['a', 'b'], hashAttribute: 'company', fallbackAttribute: 'device', ...more }
      const found = findingsOf({ features: { flag: { defaultValue: 'a', rules: [rule] } } })
      return found.filter(({ code }) => code === 'sticky-store').map(({ message }) => message)
    }
    expect(saidOf({})[1]).toContain('people without company are drawn by device')
    expect(saidOf({ disableStickyBucketing: true })).toEqual([])
  })

  test('that splits some leaves the others to the next rule', () => {
    const experiment = { key: 'exp', variations: [true, false], coverage: 0.2, hashVersion: 2 }
    const share = (from: number, to: number) => ({
      operator: 'in_share',
      value: { from, to, salt: 'exp', kind: 'growthbook2' },
    })
    expect(configOf([experiment])?.rules[0]).toMatchObject({
      conditionOperator: 'OR',
      conditions: [share(0, 10), share(50, 60)],
      distribution: [
        { variant: 'true', weight: 50 },
        { variant: 'false', weight: 50 },
      ],
    })
  })

  test('becomes several where a boolean comes twice', () => {
    const experiment = { key: 'exp', variations: [true, false, true], weights: [0.2, 0.5, 0.3] }
    expect(configOf([{ id: 'e', ...experiment }])?.rules.map(({ id, value }) => [id, value])).toEqual([
      ['e-1', true],
      ['e-2', false],
      ['e-3', true],
    ])
  })

  test('is in its namespace and in all its filters', () => {
    const experiment = { variations: ['a', 'b'], namespace: ['layer', 0.5, 1] }
    expect(configOf([experiment], 'a')?.rules[0]?.conditions).toEqual([
      { operator: 'in_share', value: { from: 50, to: 100, salt: '__layer', kind: 'growthbook1' } },
    ])
    const filters = [
      {
        seed: 's',
        attribute: 'company',
        ranges: [
          [0, 0.1],
          [0.5, 0.6],
        ],
      },
    ]
    expect(configOf([{ force: true, filters }])?.rules[0]).toMatchObject({
      conditionOperator: 'OR',
      conditions: [
        { attribute: 'company', value: { from: 0, to: 10 } },
        { value: { from: 50, to: 60, kind: 'growthbook2' } },
      ],
    })
  })
})

describe('a condition', () => {
  test('knows ids as users, and attributes by the names that were chosen', () => {
    expect(conditionsOf({ id: { $in: ['ada'] }, plan: 'pro', 'company.size': { $gt: 5 } })).toEqual([
      { attribute: 'userId', operator: 'in', value: ['ada'] },
      { attribute: 'tariff', operator: 'equals', value: 'pro' },
      { attribute: 'company.size', operator: 'gt', value: 5 },
    ])
  })

  test('holds for what is missing where it does in GrowthBook', () => {
    expect(conditionsOf({ plan: { $ne: 'pro' } })).toEqual([
      { none: [{ attribute: 'tariff', operator: 'equals', value: 'pro' }] },
    ])
    expect(configOf([{ condition: { age: { $lt: 5 } }, force: true }])?.rules[0]).toMatchObject({
      conditionOperator: 'OR',
      conditions: [{ operator: 'lt' }, { operator: 'is_not_set' }],
    })
  })

  test('compares versions, also with those that lack a number', () => {
    expect(conditionsOf({ version: { $vgt: '1.2' } })).toEqual([
      { attribute: 'version', operator: 'semver_gte', value: '1.2.0-0' },
    ])
  })

  test('asks a list for any of its elements', () => {
    expect(conditionsOf({ tags: { $elemMatch: { $eq: 'a' } } })).toEqual([
      { attribute: 'tags', operator: 'equals', value: 'a' },
    ])
  })

  test('names saved groups as segments', () => {
    const savedGroups = {
      people: ['ada', 'bob'],
      payers: { type: 'condition', condition: { plan: { $in: ['pro', 'team'] } } },
    }
    const rules = [{ condition: { id: { $inGroup: 'people' }, $savedGroup: { id: 'payers' } }, force: true }]
    const { flags, segments } = convert({ features: { flag: { defaultValue: false, rules } }, savedGroups })
    expect(flags.flag?.environments.prod?.rules[0]?.conditions).toEqual([
      { operator: 'in_segment', value: 'people' },
      { operator: 'in_segment', value: 'payers' },
    ])
    expect(segments.people).toMatchObject({ unit: null, environments: { prod: { included: ['ada', 'bob'] } } })
    expect(segments.payers?.environments.prod?.rules).toMatchObject([
      { conditions: [{ attribute: 'tariff', operator: 'in' }] },
    ])
  })

  test('of a saved group with numbers says that texts are found in it, too', () => {
    const rules = [{ condition: { $savedGroup: { id: 'people' } }, force: true }]
    const groupOf = (values: unknown[]) => ({
      features: { flag: { defaultValue: false, rules } },
      savedGroups: { people: { type: 'list', attributeKey: 'id', values } },
    })
    expect(convert(groupOf([7, '8'])).findings).toMatchObject([
      { code: 'type-strict', kind: 'widened', segmentKey: 'people' },
    ])
    expect(convert(groupOf(['7', '8'])).findings).toEqual([])
  })

  test('that Bunting has no operator for leaves the flag off, and says so', () => {
    const payload = {
      features: { flag: { defaultValue: true, rules: [{ condition: { tags: { $size: 2 } }, force: false }] } },
    }
    expect(convert(payload).flags.flag?.environments.prod).toEqual({ enabled: false, defaultValue: true, rules: [] })
    expect(findingsOf(payload)).toMatchObject([
      { code: 'operator', kind: 'by-hand', flagKey: 'flag', environment: 'prod' },
    ])
  })
})

describe('what a flag needs of another', () => {
  const parent = { defaultValue: false, rules: [{ condition: { beta: true }, force: true }] }
  const needs = (gate: boolean) => ({ parentConditions: [{ id: 'parent', condition: { value: true }, gate }] })

  test('for all of its rules is a prerequisite, without which a boolean is off', () => {
    expect(configOf([needs(true)], true, { parent })).toMatchObject({
      defaultValue: false,
      rules: [{ conditions: [], value: true }],
      prerequisites: [{ flagKey: 'parent', values: [true] }],
    })
  })

  test('for its only rule is one, too, and for one of several is for people to do', () => {
    expect(configOf([{ ...needs(false), force: 'a' }], 'b', { parent })).toMatchObject({
      defaultValue: 'b',
      prerequisites: [{ flagKey: 'parent' }],
    })
    const several = {
      features: { parent, flag: { defaultValue: 'b', rules: [{ ...needs(false), force: 'a' }, { force: 'c' }] } },
    }
    expect(findingsOf(several)).toMatchObject([{ code: 'failed-gate', kind: 'by-hand', flagKey: 'flag' }])
  })

  test('that has an answer there while it is off here is for people to do', () => {
    const middle = { defaultValue: true, rules: [{ ...needs(false), force: false }] }
    const asks = { parentConditions: [{ id: 'middle', condition: { value: true }, gate: true }] }
    const payload = { features: { parent, middle, flag: { defaultValue: 'a', rules: [asks] } } }
    expect(findingsOf(payload)).toMatchObject([{ code: 'failed-gate', kind: 'by-hand', flagKey: 'flag' }])
  })

  test('may be an order: all that the other answers is known', () => {
    const tier = {
      defaultValue: 1,
      rules: [
        { condition: { beta: true }, force: 3 },
        { force: 2, coverage: 0.5 },
      ],
    }
    const asks = (value: object) => [{ parentConditions: [{ id: 'tier', condition: { value }, gate: true }] }]
    const valuesOf = (value: object) => configOf(asks(value), true, { tier })?.prerequisites?.[0]?.values
    expect(valuesOf({ $gt: 1 })).toEqual([3, 2])
    expect(valuesOf({ $gte: 1, $lt: 3 })).toEqual([1, 2])
    expect(configOf(asks({ $lte: '2' }), true, { tier })).toMatchObject({ enabled: false, rules: [] })
  })

  test('in a circle ends the import', () => {
    const child = {
      defaultValue: true,
      rules: [{ parentConditions: [{ id: 'flag', condition: { value: true }, gate: true }] }],
    }
    expect(failureOf(() => configOf([needs(true)], true, { parent: child }))).toContain('in a circle')
  })

  test('is an audience where it is a holdout', () => {
    const holdout = {
      defaultValue: 'genpop',
      rules: [{ coverage: 0.1, seed: 'h', hashVersion: 2, variations: ['holdoutcontrol', 'holdouttreatment'] }],
    }
    const held = { parentConditions: [{ id: '$holdout:hld_1', condition: { value: 'holdoutcontrol' } }], force: 'old' }
    const { flags, segments } = convert({
      features: { '$holdout:hld_1': holdout, flag: { defaultValue: 'old', rules: [held, { force: 'new' }] } },
    })
    expect(Object.keys(flags)).toEqual(['flag'])
    expect(flags.flag?.environments.prod?.rules[0]?.conditions).toEqual([
      { operator: 'in_segment', value: 'holdout-hld_1' },
    ])
    expect(segments['holdout-hld_1']?.environments.prod?.rules[0]?.conditions).toEqual([
      { operator: 'in_share', value: { from: 0, to: 5, salt: 'h', kind: 'growthbook2' } },
    ])
  })
})

describe('a feature', () => {
  test('that an environment does not have is off there, with what it answers elsewhere', () => {
    const { flags, findings } = convertSnapshot(
      {
        source: 'growthbook',
        environments: { live: { features: { flag: { defaultValue: 'a' } } }, test: { features: {} } },
      },
      {
        environments: new Map([
          ['live', 'prod'],
          ['test', 'staging'],
        ]),
        rename: new Map(),
      },
    )
    expect(flags.flag?.environments.staging).toEqual({ enabled: false, defaultValue: 'a', rules: [] })
    expect(findings).toMatchObject([{ code: 'no-code-default', flagKey: 'flag', environment: 'staging' }])
  })

  test('has its facts from the admin API, and says where it comes from', () => {
    const facts = {
      id: 'flag',
      description: 'Colours.',
      tags: ['shop'],
      owner: 'ada@example.com',
      archived: true,
      valueType: 'string',
    }
    const { flags } = convert({ features: { flag: { defaultValue: 'a' } } }, { features: [facts] })
    expect(flags.flag).toMatchObject({
      type: 'string',
      tags: ['from-growthbook', 'shop'],
      owner: 'ada@example.com',
      archived: true,
      description: 'Colours.\n\nhttps://app.growthbook.io/features/flag',
    })
  })

  test('cannot be read while it is encrypted', () => {
    const failing = (payload: object) => failureOf(() => convert(payload as Payload))
    expect(failing({ encryptedFeatures: 'x.y' })).toContain('encryptedFeatures must be decrypted')
    expect(failing({ features: {}, encryptedFeatures: 'x.y' })).toContain('encryptedFeatures must be decrypted')
    expect(failing({ features: {}, encryptedSavedGroups: 'x.y' })).toContain('encryptedSavedGroups must be decrypted')
  })
})

test('importing again makes the same', () => {
  const payload = { features: { flag: { defaultValue: 'a', rules: [{ variations: ['a', 'b'] }, { force: 'c' }] } } }
  expect(convert(payload)).toEqual(convert(payload))
})
