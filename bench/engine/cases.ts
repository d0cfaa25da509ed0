import { checkAll, checkAnswers } from './check.ts'
import type { Contender, Entry } from './contender.ts'
import { type BenchFlag, flagsOf, flagsOfKind, type Kind } from './flags.ts'
import type * as Loop from './loop.ts'
import { usersOf } from './users.ts'

export type Case = Kind | 'all'

type About = { name: string; ofHandWritten: number }

export const cases: Record<Case, About> = {
  plain: { name: 'plain flag', ofHandWritten: 0.85 },
  rules: { name: 'three rules of two conditions', ofHandWritten: 0.85 },
  rollout: { name: '25 % rollout', ofHandWritten: 0.85 },
  all: { name: 'all of 200 flags', ofHandWritten: 0.85 },
  segment: { name: 'segment of 20,000', ofHandWritten: 0.8 },
  nested: { name: 'three segments nested', ofHandWritten: 0.8 },
  chain: { name: 'chain of five prerequisites', ofHandWritten: 0.8 },
  groups: { name: 'groups three deep', ofHandWritten: 0.8 },
}

export const caseNames = Object.keys(cases) as Case[]

export type Competitor = Pick<Entry, 'name' | 'package' | 'lacks'> & {
  runs: Partial<Record<Case, Loop.Run>>
  close(): Promise<void>
}

/** Powers of two, so that going round costs nothing. */
const keysInTurn = 16
const kinds = caseNames.filter((name) => name !== 'all')
const few = kinds.flatMap((kind) => flagsOfKind(kind, keysInTurn))
const many = flagsOf(200)
const users = usersOf(1_024)

/** Every loop is code of its own: a shared one would be compiled for all engines at once, and for none well. */
const ownLoop = (name: string): Promise<typeof Loop> => import(`./loop.ts?${encodeURIComponent(name)}`)

export const compete = async ({ name, package: from, lacks, open }: Entry): Promise<Competitor> => {
  const known = kinds.filter((kind) => !(kind in lacks))
  const [one, all] = [await open(few.filter(({ kind }) => known.includes(kind))), await open(many)]
  for (const kind of known) checkAnswers(one, few.find((flag) => flag.kind === kind) as BenchFlag)
  checkAll(all, many)
  const usersFor = (contender: Contender) => users.map((user) => contender.user(user))
  const runs: Competitor['runs'] = { all: (await ownLoop(`${name} all`)).loopAll(all, usersFor(all)) }
  for (const kind of known) {
    const keys = few.flatMap((flag) => (flag.kind === kind ? [flag.key] : []))
    runs[kind] = (await ownLoop(`${name} ${kind}`)).loopOne(one, keys, usersFor(one))
  }
  return {
    name,
    ...(from === undefined ? {} : { package: from }),
    lacks,
    runs,
    close: async () => {
      await one.close?.()
      await all.close?.()
    },
  }
}
