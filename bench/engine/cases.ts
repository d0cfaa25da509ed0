import { checkAll, checkAnswers } from './check.ts'
import type { Contender, Entry } from './contender.ts'
import { flagsOf, type Kind } from './flags.ts'
import type * as Loop from './loop.ts'
import { usersOf } from './users.ts'

export type Case = Kind | 'all'

export const cases: Record<Case, string> = {
  plain: 'plain flag',
  rules: 'three rules of two conditions',
  rollout: '25 % rollout',
  all: 'all of 200 flags',
}

export type Competitor = Pick<Entry, 'name' | 'package'> & { runs: Record<Case, Loop.Run>; close(): Promise<void> }

/** Powers of two, so that going round costs nothing. */
const keysInTurn = 16
const few = flagsOf(3 * keysInTurn)
const many = flagsOf(200)
const users = usersOf(1_024)

/** Every loop is code of its own: a shared one would be compiled for all engines at once, and for none well. */
const ownLoop = (name: string): Promise<typeof Loop> => import(`./loop.ts?${encodeURIComponent(name)}`)

export const compete = async ({ name, package: from, open }: Entry): Promise<Competitor> => {
  const [one, all] = [await open(few), await open(many)]
  checkAnswers(one)
  checkAll(all, many)
  const usersFor = (contender: Contender) => users.map((user) => contender.user(user))
  const runOne = async (kind: Kind): Promise<Loop.Run> => {
    const keys = few.flatMap((flag) => (flag.kind === kind ? [flag.key] : []))
    return (await ownLoop(`${name} ${kind}`)).loopOne(one, keys, usersFor(one))
  }
  return {
    name,
    ...(from === undefined ? {} : { package: from }),
    runs: {
      plain: await runOne('plain'),
      rules: await runOne('rules'),
      rollout: await runOne('rollout'),
      all: (await ownLoop(`${name} all`)).loopAll(all, usersFor(all)),
    },
    close: async () => {
      await one.close?.()
      await all.close?.()
    },
  }
}
