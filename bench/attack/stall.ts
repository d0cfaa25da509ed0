import { median, ms, table } from '../support/figures.ts'
import { progress } from '../support/progress.ts'
import { openNeighbours } from './neighbours.ts'
import { heavyConfig, heavyFlags, largeFlags, type Target } from './target.ts'
import type { Verdict } from './verdict.ts'

/** Nobody waits for longer than this for what somebody else asks. */
const limitMs = 50
const rounds = 5

const text = 'ab'.repeat(512)
const texts = { attributes: { tags: text } }
const list = (length: number) => ({
  attributes: { tags: Array.from({ length }, (_, at) => `${text.slice(0, 1_000)}${at}`) },
})
const ids = (round: number) => Array.from({ length: 20_000 }, (_, at) => `user-${round}-${at}-${'x'.repeat(60)}`)

type Kind = readonly [name: string, ask: (round: number) => Promise<{ status: number }>]

/** The dearest of each kind, by whoever may ask for it. */
const kindsOf = ({ clientKey, key, deliveryUrl, manage, project, development, idOf }: Target): Kind[] => {
  const deliver = async (path: string, body: unknown, as = clientKey): Promise<{ status: number }> => {
    const headers = { authorization: `Bearer ${as}`, 'content-type': 'application/json' }
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(`${deliveryUrl}${path}`, { method: 'POST', headers, body: sent })
    await response.arrayBuffer()
    return response
  }
  const getBundle = async () => {
    const response = await fetch(`${deliveryUrl}/v1/bundle`, { headers: { authorization: `Bearer ${key}` } })
    await response.arrayBuffer()
    return response
  }
  const evaluate = (flagKey: string, context: object) => deliver('/v1/evaluate', { flagKey, context })
  const bulk = (flags: readonly string[], context: object) => deliver('/v1/evaluate/bulk', { flags, context })
  const ofrep = (context: object) => deliver('/ofrep/v1/evaluate/flags', { context })
  const flag = (flagKey: string) => `${development}/flags/${flagKey}`
  const [from, to] = [idOf('development'), idOf('staging')]
  const promote = (dryRun: boolean) => manage('POST', `${project}/promotions`, { from, to, flags: 'all', dryRun })
  const sdk = { sdkType: 'server', sdkVersion: '1.0.0', evaluatedAt: Date.now() }
  const event = { flagKey: 'many-0', value: true, reason: 'DEFAULT', environmentId: from, ...sdk }
  const problems = Array.from({ length: 100 }, () => ({
    conditions: [{ attribute: '', operator: 'regex', value: '(' }],
  }))
  return [
    ['evaluate, a heavy flag, a text of 1 KiB', () => evaluate('heavy-0', texts)],
    ['evaluate, a heavy flag, a list as long as it may be', () => evaluate('heavy-0', list(8))],
    ['evaluate, a heavy flag, a list of 60', () => evaluate('heavy-0', list(60))],
    ['bulk, 100 heavy flags, a text of 1 KiB', () => bulk(heavyFlags, texts)],
    ['bulk, 100 heavy flags, a list of 3', () => bulk(heavyFlags, list(3))],
    ['bulk, 100 heavy flags, a list of 60', () => bulk(heavyFlags, list(60))],
    [
      'bulk, 100 patterns for e-mails, a list of 60',
      () =>
        bulk(
          heavyFlags.map((_, at) => `many-${at}`),
          list(60),
        ),
    ],
    ['bulk, 100 large values', () => bulk(largeFlags, {})],
    ['bulk, 64 KiB of what is none', () => deliver('/v1/evaluate/bulk', '['.repeat(60_000))],
    ['OFREP, all flags, a text of 1 KiB', () => ofrep({ tags: text })],
    ['OFREP, all flags, a list of 60', () => ofrep(list(60).attributes)],
    ['bundle', getBundle],
    ['explain, a heavy flag', () => manage('POST', `${flag('heavy-0')}/explain`, { context: texts })],
    [
      'explain, a heavy draft',
      () => manage('POST', `${flag('many-1')}/explain`, { context: texts, config: heavyConfig }),
    ],
    [
      'answers, a page of heavy flags',
      () => manage('POST', `${project}/answers?limit=100`, { context: texts, environmentIds: [from] }),
    ],
    ['a save of a heavy config', (round) => manage('PUT', flag('many-2'), { ...heavyConfig, version: round + 2 })],
    [
      'a save of 20,000 ids',
      (round) => manage('PUT', `${development}/segments/ids`, { version: round + 1, included: ids(round) }),
    ],
    [
      'a save with a hundred problems',
      () => manage('PUT', flag('many-3'), { ...heavyConfig, version: 2, rules: problems }),
    ],
    ['256 KiB that are deep', () => manage('PUT', flag('many-3'), '['.repeat(250_000))],
    ['2 MiB that are deep', () => manage('PUT', `${development}/segments/ids`, '['.repeat(2_000_000))],
    [
      '2 MiB of numbers',
      () =>
        manage('PUT', `${development}/segments/ids`, {
          version: 1,
          included: Array.from({ length: 400_000 }, () => 1),
        }),
    ],
    ['trying a promotion of all out', () => promote(true)],
    ['promoting all', () => promote(false)],
    [
      'a copy of an environment',
      (round) => manage('POST', `${project}/environments`, { name: `c${round}`, slug: `c${round}`, copyFrom: from }),
    ],
    ['a page of 100 flags with large values', () => manage('GET', `${project}/flags?limit=100&search=large`)],
    ['a page of summaries', () => manage('GET', `${project}/flags/summaries?limit=100`)],
    ['the overview', () => manage('GET', `${project}/overview`)],
    ['what can be cleaned up', () => manage('GET', `${project}/flags/cleanup`)],
    ['the audit log as a file', () => manage('GET', '/v1/audit-log/export')],
    ['the audit log, verified', () => manage('GET', '/v1/audit-log/verify')],
    ['a sync', () => manage('POST', `${development}/sync`)],
    [
      'events, a batch',
      () => manage('POST', '/v1/telemetry/events', { events: Array.from({ length: 1_000 }, () => event) }),
    ],
  ]
}

export const stall = async (target: Target): Promise<Verdict> => {
  await using neighbours = await openNeighbours(target)
  const kinds = kindsOf(target)
  const report = progress('requests', kinds.length)
  const rows: { name: string; status: string; evaluating: number; managing: number }[] = []
  for (const [at, [name, ask]] of kinds.entries()) {
    const statuses = new Set<number>()
    const waited: Awaited<ReturnType<typeof neighbours.during>>[] = []
    for (let round = 0; round < rounds; round++) {
      waited.push(await neighbours.during(async () => statuses.add((await ask(round)).status)))
    }
    const of = (who: 'evaluating' | 'managing') => median(waited.map((one) => one[who]))
    rows.push({ name, status: [...statuses].join(', '), evaluating: of('evaluating'), managing: of('managing') })
    report(at + 1)
  }
  rows.sort((one, other) => Math.max(other.evaluating, other.managing) - Math.max(one.evaluating, one.managing))
  const worst = rows[0] ?? { name: 'none', evaluating: 0, managing: 0 }
  return {
    name: 'Stall by the worst request',
    figure: `${ms(Math.max(worst.evaluating, worst.managing))} ms (${worst.name})`,
    limit: `${limitMs} ms`,
    holds: Math.max(worst.evaluating, worst.managing) <= limitMs,
    more: table(
      ['request', 'status', 'evaluating waits ms', 'managing waits ms'],
      rows.map(({ name, status, evaluating, managing }) => [name, status, ms(evaluating), ms(managing)]),
    ),
  }
}
