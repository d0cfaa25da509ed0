import assert from 'node:assert/strict'
import type { Contender } from './contender.ts'
import { type BenchFlag, type Kind, percentage } from './flags.ts'
import { audience } from './model.ts'
import { type BenchUser, usersOf } from './users.ts'

const users = usersOf(4_096)
const isIn = new Set(audience)

type Expect = (user: BenchUser['attributes'], userId: string) => boolean

const expected: Record<Exclude<Kind, 'rollout'>, Expect> = {
  plain: () => true,
  rules: ({ plan, country, age }) =>
    (plan !== 'free' && country === 'US') ||
    (['NL', 'BE', 'DE'].includes(country) && age > 65) ||
    (plan === 'pro' && age > 18),
  segment: (_, userId) => isIn.has(userId),
  nested: ({ plan, country, age }) => plan !== 'free' && age > 18 && ['US', 'NL', 'BE', 'DE'].includes(country),
  chain: ({ plan, country, age }) => plan === 'enterprise' && age > 25 && ['US', 'NL', 'BE', 'DE'].includes(country),
  groups: ({ plan, country, age }) =>
    (plan !== 'free' && country !== 'JP' && age <= 65) || (['NL', 'BE', 'DE'].includes(country) && age > 65),
}

/** The same answers from every engine; whom a rollout takes is each one's own choice, how many is not. */
export const checkAnswers = (contender: Contender, { key, kind }: BenchFlag): void => {
  const isOn = (user: BenchUser) => contender.isOn(contender.one(key, contender.user(user)))
  if (kind === 'rollout') {
    const share = (100 * users.filter(isOn).length) / users.length
    assert.ok(Math.abs(share - percentage) < 3, `the rollout takes ${share.toFixed(1)} %`)
    return
  }
  for (const user of users.slice(0, 1_024)) {
    assert.equal(isOn(user), expected[kind](user.attributes, user.userId), `${key} for ${JSON.stringify(user)}`)
  }
}

export const checkAll = (contender: Contender, flags: readonly BenchFlag[]): void => {
  const all = contender.all(contender.user(users[0] as BenchUser))
  const answers = 'responses' in all ? (all.responses as object) : all
  assert.equal(Object.keys(answers).length, flags.length, 'evaluating all')
}
