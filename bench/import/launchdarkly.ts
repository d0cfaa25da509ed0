import { sameValue } from '@bunting/engine'
import { compileConverted } from '../../apps/cli/src/moving-in/compile-converted.ts'
import { convertSnapshot } from '../../apps/cli/src/moving-in/convert-snapshot.ts'
import { loadPackage, nowhere, silent } from '../engine/peers/load-package.ts'
import type { Random } from '../support/random.ts'
import { listOf } from './chance.ts'
import { flagsWith } from './imported.ts'
import { ourContext, randomKinds, theirContext } from './launchdarkly/random-context.ts'
import { randomEnvironment, type TheirEnvironment } from './launchdarkly/random-environment.ts'
import type { Difference, Referee, Round } from './referee.ts'

type Client = {
  waitForInitialization(options: { timeout: number }): Promise<unknown>
  variationDetail(
    flagKey: string,
    context: object,
    otherwise: unknown,
  ): Promise<{ value: unknown; variationIndex: unknown }>
  close(): void
}
type TestData = {
  usePreconfiguredFlag(flag: object): Promise<unknown>
  usePreconfiguredSegment(segment: object): Promise<unknown>
  getFactory(): unknown
}
type Module = { init(key: string, options: object): Client }
type Integrations = { TestData: new () => TestData }

const openClient = async ({ flags, segments }: TheirEnvironment): Promise<Client> => {
  const { init } = loadPackage<Module>('@launchdarkly/node-server-sdk')
  const { TestData } = loadPackage<Integrations>('@launchdarkly/node-server-sdk/integrations')
  const data = new TestData()
  for (const flag of Object.values(flags)) await data.usePreconfiguredFlag(flag)
  for (const segment of Object.values(segments)) await data.usePreconfiguredSegment(segment)
  const addresses = { baseUri: nowhere, streamUri: nowhere, eventsUri: nowhere }
  const quiet = { sendEvents: false, diagnosticOptOut: true, logger: silent }
  const client = init('sdk-key', { updateProcessor: data.getFactory(), ...quiet, ...addresses })
  await client.waitForInitialization({ timeout: 5 })
  return client
}

/** What their SDK answers where it leaves that to the code. */
const codeDefault = 'the default in the code'
const slug = 'production'
const contextsPerRound = 100

export const launchdarkly: Referee = {
  source: 'launchdarkly',
  open: (random) => {
    const environment = randomEnvironment(random)
    return { theirs: environment, compare: () => compare(environment, random) }
  },
}

const compare = async (environment: TheirEnvironment, random: Random): Promise<Round> => {
  const snapshot = { source: 'launchdarkly' as const, environments: { theirs: structuredClone(environment) } }
  const choices = { environments: new Map([['theirs', slug]]), rename: new Map() }
  const converted = convertSnapshot(snapshot, choices)
  const ours = compileConverted(converted, slug)
  const byHand = flagsWith(converted, slug, ({ kind }) => kind === 'by-hand')
  const widened = flagsWith(converted, slug, ({ kind }) => kind === 'widened')
  const leftToCode = flagsWith(converted, slug, ({ code }) => code === 'no-code-default')
  const client = await openClient(environment)
  const different: Difference[] = []
  let compared = 0
  for (const isOdd of listOf(contextsPerRound, (at) => at % 4 === 0)) {
    const kinds = randomKinds(random, isOdd)
    const context = ourContext(kinds)
    for (const flagKey of Object.keys(environment.flags)) {
      if (byHand.has(flagKey) || (isOdd && widened.has(flagKey))) continue
      const theirs = (await client.variationDetail(flagKey, theirContext(kinds), codeDefault)).value
      if (theirs === codeDefault && leftToCode.has(flagKey)) continue
      const { value } = ours.get(flagKey)?.evaluate(context) ?? {}
      compared++
      if (!sameValue(theirs, value)) different.push({ flagKey, context: kinds, theirs, ours: value })
    }
  }
  client.close()
  return { compared, different }
}
