import assert from 'node:assert/strict'
import type { Contender } from './contender.ts'
import { type BenchFlag, flagsOf, percentage } from './flags.ts'
import { type BenchUser, usersOf } from './users.ts'

const [plain, rules, rollout] = flagsOf(3) as [BenchFlag, BenchFlag, BenchFlag]
const users = usersOf(4_096)

const expectRules = ({ attributes: { plan, country, age } }: BenchUser): boolean =>
  (plan !== 'free' && country === 'US') ||
  (['NL', 'BE', 'DE'].includes(country) && age > 65) ||
  (plan === 'pro' && age > 18)

/** The same answers from every engine; whom a rollout takes is each one's own choice, how many is not. */
export const checkAnswers = (contender: Contender): void => {
  const isOn = (flag: BenchFlag, user: BenchUser) => contender.isOn(contender.one(flag.key, contender.user(user)))
  for (const user of users.slice(0, 1_024)) {
    const who = JSON.stringify(user)
    assert.equal(isOn(plain, user), true, `the plain flag for ${who}`)
    assert.equal(isOn(rules, user), expectRules(user), `the flag with rules for ${who}`)
  }
  const share = (100 * users.filter((user) => isOn(rollout, user)).length) / users.length
  assert.ok(Math.abs(share - percentage) < 3, `the rollout takes ${share.toFixed(1)} %`)
}

export const checkAll = (contender: Contender, flags: readonly BenchFlag[]): void => {
  const all = contender.all(contender.user(users[0] as BenchUser))
  const answers = 'responses' in all ? (all.responses as object) : all
  assert.equal(Object.keys(answers).length, flags.length, 'evaluating all')
}
