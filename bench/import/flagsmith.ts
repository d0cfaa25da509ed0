import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EvaluationContext } from '@bunting/engine'
import { compileConverted } from '../../apps/cli/src/moving-in/compile-converted.ts'
import { convertSnapshot } from '../../apps/cli/src/moving-in/convert-snapshot.ts'
import { loadPackage } from '../engine/peers/load-package.ts'
import type { Random } from '../support/random.ts'
import { randomDocument, randomIdentity } from './flagsmith/random-document.ts'
import { explainedIn } from './imported.ts'
import type { Difference, Referee, Round } from './referee.ts'

type Flag = { enabled: boolean; value: unknown }
type Flags = { flags: Record<string, Flag> }
type Sdk = {
  Flagsmith: new (
    options: object,
  ) => {
    getIdentityFlags(identifier: string, traits: object): Promise<Flags>
    getEnvironmentFlags(): Promise<Flags>
  }
  LocalFileHandler: new (path: string) => object
}

const identities = 40

const clientOf = (document: object) => {
  const { Flagsmith, LocalFileHandler } = loadPackage<Sdk>('flagsmith-nodejs')
  const folder = mkdtempSync(join(tmpdir(), 'flagsmith-'))
  try {
    const path = join(folder, 'environment.json')
    writeFileSync(path, JSON.stringify(document))
    return new Flagsmith({ offlineMode: true, offlineHandler: new LocalFileHandler(path) })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The flags that one of theirs became, and what they should answer. */
const expected = (name: string, { enabled, value }: Flag): [name: string, answer: unknown][] => [
  [name, enabled],
  [`${name} (value)`, value],
]

export const flagsmith: Referee = {
  source: 'flagsmith',
  open: (random) => {
    const document = randomDocument(random)
    return { theirs: document, compare: () => compareAll(document, random) }
  },
}

const compareAll = async (document: object, random: Random): Promise<Round> => {
  const client = clientOf(document)
  const converted = convertSnapshot(
    { source: 'flagsmith', environments: { production: document } },
    { environments: new Map([['production', 'prod']]), rename: new Map([['plan', 'tariff']]) },
  )
  const flags = compileConverted(converted, 'prod')
  const explained = explainedIn(converted, 'prod')
  const keys = new Map(Object.entries(converted.flags).map(([key, { name }]) => [name, key]))
  const different: Difference[] = []
  let compared = 0
  const compare = (answers: Flags, context: EvaluationContext) => {
    for (const [name, answer] of Object.entries(answers.flags).flatMap(([name, flag]) => expected(name, flag))) {
      const key = keys.get(name)
      if (key === undefined || explained.has(key)) continue
      const ours = flags.get(key)?.evaluate(context).value
      compared++
      // An empty text stands for no value: a finding says so.
      if (ours !== (answer ?? '')) different.push({ flagKey: key, context, theirs: answer, ours })
    }
  }
  compare(await client.getEnvironmentFlags(), {})
  for (let at = 0; at < identities; at++) {
    const { identifier, traits } = randomIdentity(random)
    const { plan, ...attributes } = traits
    compare(await client.getIdentityFlags(identifier, traits), {
      userId: identifier,
      attributes: { ...attributes, ...(plan === undefined ? {} : { tariff: plan }) } as never,
    })
  }
  return { compared, different }
}
