import { entry } from '../contender.ts'
import { type BenchFlag, type Kind, percentage, ruleId } from '../flags.ts'
import { audience, type BenchCondition, type BenchGroup, chain, grouped, linkKey, nested, rules } from '../model.ts'
import { loadPackage } from './load-package.ts'

type User = { attributes: Record<string, unknown> }
type Client = {
  initSync(options: { payload: object }): void
  evalFeature(flagKey: string, user: User): { on: boolean }
}
type Module = { GrowthBookClient: new (options: object) => Client }

const wanted = ({ operator, value }: BenchCondition) => {
  if (operator === 'equals') return value
  return operator === 'in' ? { $in: value } : { $gt: value }
}

const group = (member: BenchGroup): object => {
  if ('all' in member) return { $and: member.all.map(group) }
  if ('any' in member) return { $or: member.any.map(group) }
  return 'none' in member ? { $nor: member.none.map(group) } : { [member.attribute]: wanted(member) }
}

const inGroup = (id: string) => ({ $savedGroup: { id } })
const savedGroups = {
  audience: { type: 'list', attributeKey: 'id', values: audience },
  outer: { type: 'condition', condition: { ...inGroup('middle'), ...group(nested.outer) } },
  middle: { type: 'condition', condition: { ...inGroup('inner'), ...group(nested.middle) } },
  inner: { type: 'condition', condition: group(nested.inner) },
}

const onWhere = (conditions: readonly object[]) =>
  conditions.map((condition, index) => ({ id: ruleId(index), condition, force: true }))

const gateOf = (link: number) =>
  link < chain.length ? [{ parentConditions: [{ id: linkKey(link), condition: { value: true }, gate: true }] }] : []

const rulesOf: Record<Kind, (flagKey: string) => object[]> = {
  plain: () => [],
  rules: () => onWhere(rules.map((conditions) => Object.assign({}, ...conditions.map(group)))),
  rollout: (seed) => [
    { id: ruleId(0), force: true, coverage: percentage / 100, hashAttribute: 'id', seed, hashVersion: 2 },
  ],
  segment: () => onWhere([inGroup('audience')]),
  nested: () => onWhere([inGroup('outer')]),
  chain: () => [...gateOf(1), ...onWhere([group(chain[0])])],
  groups: () => onWhere([group(grouped)]),
}

const featureOf = ({ key, kind }: BenchFlag) => ({ defaultValue: kind === 'plain', rules: rulesOf[kind](key) })

const links = chain.map((condition, link) => [
  linkKey(link),
  { defaultValue: false, rules: [...gateOf(link + 1), ...onWhere([group(condition)])] },
])

export const growthBook = entry(
  'GrowthBook',
  (flags) => {
    const { GrowthBookClient } = loadPackage<Module>('@growthbook/growthbook')
    const client = new GrowthBookClient({})
    const features = Object.fromEntries([...flags.map((flag) => [flag.key, featureOf(flag)]), ...links])
    client.initSync({ payload: { features, savedGroups } })
    return {
      user: ({ userId, attributes }): User => ({ attributes: { id: userId, ...attributes } }),
      one: (flagKey, user) => client.evalFeature(flagKey, user),
      isOn: (result: { on: boolean }) => result.on,
      all: (user) => flags.map(({ key }) => client.evalFeature(key, user)),
    }
  },
  '@growthbook/growthbook',
)
