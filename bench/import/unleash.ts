import { once } from 'node:events'
import { sameValue } from '@bunting/engine'
import { compileConverted } from '../../apps/cli/src/moving-in/compile-converted.ts'
import { convertSnapshot } from '../../apps/cli/src/moving-in/convert-snapshot.ts'
import { loadPackage, nowhere } from '../engine/peers/load-package.ts'
import type { Random } from '../support/random.ts'
import { listOf } from './chance.ts'
import { flagsWith } from './imported.ts'
import type { Difference, Referee, Round } from './referee.ts'
import { ourContext, randomContext, type Sort, type TheirContext } from './unleash/random-context.ts'
import { byChance, randomEnvironment, type TheirEnvironment } from './unleash/random-environment.ts'

type Answer = { name: string; payload?: { type: string; value: string } }
type Client = NodeJS.EventEmitter & {
  isEnabled(flagKey: string, context: TheirContext): boolean
  getVariant(flagKey: string, context: TheirContext): Answer
  destroy(): void
}
type Module = { Unleash: new (options: object) => Client; InMemStorageProvider: new () => object }

const openClient = async ({ features, segments }: TheirEnvironment): Promise<Client> => {
  const { Unleash, InMemStorageProvider } = loadPackage<Module>('unleash-client')
  const client = new Unleash({
    appName: 'shop',
    environment: 'theirs',
    url: nowhere,
    refreshInterval: 0,
    disableMetrics: true,
    skipInstanceCountWarning: true,
    bootstrap: { data: features, segments },
    bootstrapOverride: true,
    storageProvider: new InMemStorageProvider(),
  })
  client.on('error', () => undefined)
  client.on('warn', () => undefined)
  await once(client, 'ready')
  return client
}

const slug = 'production'
const sorts: readonly Sort[] = ['whole', 'whole', 'bare', 'odd']
const contextsPerRound = 120

/** The payload as a value of ours; without one, the name. */
const payloadOf = ({ name, payload }: Answer, type: string | undefined): unknown => {
  if (type === 'json') return payload ? JSON.parse(payload.value) : {}
  return payload?.value ?? name
}

export const unleash: Referee = {
  source: 'unleash',
  open: (random) => {
    const environment = randomEnvironment(random)
    return { theirs: environment, compare: () => compareAll(environment, random) }
  },
}

const compareAll = async (environment: TheirEnvironment, random: Random): Promise<Round> => {
  const converted = convertSnapshot(
    { source: 'unleash', environments: { theirs: structuredClone(environment) } },
    { environments: new Map([['theirs', slug]]), rename: new Map(), nowMs: Date.now() },
  )
  const compiled = compileConverted(converted, slug)
  const byHand = flagsWith(converted, slug, ({ kind }) => kind === 'by-hand')
  const drawnAnew = flagsWith(converted, slug, ({ code }) => code === 'random-unit')
  const widened = flagsWith(converted, slug, ({ kind }) => kind === 'widened')
  const otherNames = flagsWith(converted, slug, ({ code }) => code === 'renamed' || code === 'same-value')
  const unexplained: Record<Sort, (flagKey: string) => boolean> = {
    whole: () => true,
    bare: (flagKey) => !drawnAnew.has(flagKey),
    odd: (flagKey) => !widened.has(flagKey),
  }
  const chance = byChance(environment)
  const client = await openClient(environment)
  const different: Difference[] = []
  let compared = 0
  const compare = (flagKey: string, context: TheirContext, theirs: unknown, ours: unknown) => {
    compared++
    if (!sameValue(theirs, ours)) different.push({ flagKey, context, theirs, ours })
  }
  for (const sort of listOf(contextsPerRound, (at) => sorts[at % sorts.length] as Sort)) {
    const context = randomContext(random, sort)
    const ours = ourContext(context)
    const isComparable = (flagKey: string) => !byHand.has(flagKey) && unexplained[sort](flagKey)
    for (const { name } of environment.features) {
      if (chance.has(name)) continue
      if (isComparable(name)) {
        compare(name, context, client.isEnabled(name, context), compiled.get(name)?.evaluate(ours).value)
      }
      const variantKey = `${name}.variant`
      const flag = compiled.get(variantKey)
      if (!flag || !isComparable(variantKey)) continue
      const answer = client.getVariant(name, context)
      const { value, variant } = flag.evaluate(ours)
      compare(variantKey, context, payloadOf(answer, converted.flags[variantKey]?.type), value)
      if (!otherNames.has(variantKey)) compare(`${variantKey}, its name`, context, answer.name, variant)
    }
  }
  client.destroy()
  return { compared, different }
}
