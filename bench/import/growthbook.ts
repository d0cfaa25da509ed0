import type { EvaluationContext } from '@bunting/engine'
import { sameValue } from '@bunting/engine'
import { compileConverted } from '../../apps/cli/src/moving-in/compile-converted.ts'
import { convertSnapshot } from '../../apps/cli/src/moving-in/convert-snapshot.ts'
import { loadPackage } from '../engine/peers/load-package.ts'
import type { Random } from '../support/random.ts'
import { randomAttributes, randomPayload } from './growthbook/random-payload.ts'
import { explainedIn } from './imported.ts'
import type { Difference, Referee, Round } from './referee.ts'

type Client = {
  initSync(options: { payload: object }): void
  evalFeature(id: string, user: { attributes: object }): { value: unknown }
}
type Sdk = { GrowthBookClient: new (options: object) => Client }

const users = 60

/** Attributes have their types here, dates and versions are whole, and units are texts. */
const aboutOthers = ['version-text', 'date-text', 'empty-unit', 'list-only'] as const

/** As an application would tell GrowthBook: with dots as levels. */
const nested = (attributes: Record<string, unknown>): Record<string, unknown> => {
  const { 'account.tier': tier, ...rest } = attributes
  return tier === undefined ? rest : { ...rest, account: { tier } }
}

/** The SDK complains of weights and coverages on the console, at each evaluation. */
const quietly = <Made>(make: () => Made): Made => {
  const { error } = console
  console.error = () => {}
  try {
    return make()
  } finally {
    console.error = error
  }
}

export const growthbook: Referee = {
  source: 'growthbook',
  open: (random) => {
    const payload = randomPayload(random)
    return { theirs: payload, compare: () => compareAll(payload, random) }
  },
}

const compareAll = (payload: object, random: Random): Round => {
  const { GrowthBookClient } = loadPackage<Sdk>('@growthbook/growthbook')
  const client = new GrowthBookClient({})
  client.initSync({ payload })
  const converted = convertSnapshot(
    { source: 'growthbook', environments: { production: payload } },
    { environments: new Map([['production', 'prod']]), rename: new Map() },
  )
  const flags = compileConverted(converted, 'prod')
  const explained = explainedIn(converted, 'prod', aboutOthers)
  const keys = Object.keys(converted.flags).filter((key) => !explained.has(key))
  const different: Difference[] = []
  for (let at = 0; at < users; at++) {
    const attributes = randomAttributes(random)
    const { id, ...known } = attributes
    const context = { ...(id === undefined ? {} : { userId: id }), attributes: known } as EvaluationContext
    for (const key of keys) {
      const theirs = quietly(() => client.evalFeature(key, { attributes: nested(attributes) })).value
      const ours = flags.get(key)?.evaluate(context).value
      // Nothing is what the code says there; here a finding tells what stands for it.
      const wanted = theirs ?? converted.flags[key]?.environments.prod?.defaultValue
      if (!sameValue(ours, wanted)) different.push({ flagKey: key, context, theirs, ours })
    }
  }
  return { compared: users * keys.length, different }
}
