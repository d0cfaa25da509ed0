import { setImmediate } from 'node:timers/promises'
import type { EnvironmentId } from '@bunting/contract'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openEdgeCache } from '../../src/delivery/cache/edge-cache.ts'
import type { Edge, EdgeBundle, EdgePatch, Notice } from '../../src/edge/edge.ts'
import { unlimited } from '../../src/testing/servers/test-server.ts'

const environmentId: EnvironmentId = 'env_1'
const keys = ['a', 'b', 'c']

/** All flags answer their revision: so flags with different answers come from different revisions. */
const entries = (revision: number) =>
  keys.map((key) => {
    const config = { version: 1, enabled: true, defaultValue: revision, rules: [] }
    return [key, JSON.stringify({ id: 'flag_1', type: 'number', clientSafe: true, config })] as const
  })

type Answer = 'patch' | 'whole' | 'old patch' | 'old whole' | 'no JSON' | 'other checksum' | 'failure'

/** An edge that answers as the test says, some turns later. */
const openOddEdge = () => {
  const state = { revision: 1, answers: [] as Answer[], listener: (_: Notice) => undefined as undefined }
  const head = { environmentId, format: 2, segments: [] } as const
  const whole = (revision: number): EdgeBundle => ({ ...head, revision, flags: entries(revision) })
  const patch = (from: number, revision: number): EdgePatch => ({ ...head, from, revision, flags: entries(revision) })
  const answer = (kind: Answer, from: number): EdgeBundle | EdgePatch => {
    const { revision } = state
    if (kind === 'failure') throw new Error('the edge is away')
    if (kind === 'whole') return whole(revision)
    if (kind === 'old whole') return whole(Math.max(1, from - 1))
    if (kind === 'old patch') return patch(from - 1, revision)
    if (kind === 'no JSON') return { ...patch(from, revision), flags: [...entries(revision).slice(1), ['a', '{']] }
    if (kind === 'other checksum') return { ...patch(from, revision), checksum: '0123456789abcdef' }
    return patch(from, revision)
  }
  const edge: Pick<Edge, 'readBundle' | 'readRevision' | 'onNotice'> = {
    readBundle: async (_, from) => {
      await setImmediate()
      return from === undefined ? whole(state.revision) : answer(state.answers.shift() ?? 'patch', from)
    },
    readRevision: async () => ({ revision: state.revision }),
    onNotice: (listener) => {
      state.listener = listener as typeof state.listener
      return () => undefined
    },
  }
  return { state, edge: edge as Edge }
}

test('whatever the edge answers, and whenever, all flags are of one revision, and in the end of the last', async () => {
  const answer = fc.constantFrom<Answer[]>(
    'patch',
    'whole',
    'old patch',
    'old whole',
    'no JSON',
    'other checksum',
    'failure',
  )
  const turn = fc.record({ changes: fc.nat(2), notices: fc.nat(2), answer, waits: fc.nat(3) })
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 30 }), async (turns) => {
      const { state, edge } = openOddEdge()
      const { bundles, onBundle } = openEdgeCache({
        edge,
        log: pino({ level: 'silent' }),
        settings: { ...unlimited, http: 'fast' },
      })
      await bundles.load(environmentId)
      let latest = 1
      const look = () => {
        const bundle = bundles.known(environmentId)
        const values = [...(bundle?.flags.values() ?? [])].map((flag) => flag.evaluate({}).result.value)
        expect(values).toEqual(keys.map(() => bundle?.revision))
        expect(bundle?.revision).toBeGreaterThanOrEqual(latest)
        latest = bundle?.revision ?? 0
        expect(JSON.parse(bundle?.text() ?? '')).toMatchObject({
          revision: latest,
          flags: JSON.parse(flagsText(latest)),
        })
      }
      onBundle(look)
      for (const { changes, notices, answer, waits } of turns) {
        state.revision += changes
        state.answers.push(answer)
        for (let at = 0; at < notices; at++) state.listener({ bundle: environmentId })
        for (let at = 0; at < waits; at++) {
          await setImmediate()
          look()
        }
      }
      state.answers.length = 0
      await bundles.load(environmentId).catch(() => undefined)
      await bundles.load(environmentId)
      look()
      expect(latest).toBe(state.revision)
    }),
    { numRuns: 200, seed: 20_262 },
  )
})

const flagsText = (revision: number) => `{${entries(revision).map(([key, text]) => `"${key}":${text}`)}}`
