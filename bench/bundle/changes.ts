import { openFlagGraph } from '@bunting/engine'
import { compileBundle, edgeBundleOf } from '../../apps/server/src/testing/clients/compile-bundle.ts'
import { type Bundle, type Patch, parseSent } from '../../packages/sdk-server/src/bundle.ts'
import { openLiveBundle } from '../../packages/sdk-server/src/live-bundle.ts'
import { median, ns, table } from '../support/figures.ts'
import { threadMs } from '../support/thread-ms.ts'
import { bundleOf, flagCount, patchFrom } from './content.ts'

const counts = [flagCount, 10_000] as const
const rounds = 41
/** What one change takes is too short to be told from the clock's grain. */
const each = 50
const limit = 1.5

const inEngine = (count: number) => {
  const { flags, segments } = bundleOf(1, count)
  const source = { format: 2, flags: new Map(Object.entries(flags)), segments: new Map(Object.entries(segments)) }
  const graph = openFlagGraph(source, (_, result) => result)
  return (from: number) => graph.change({ flags: new Map(Object.entries(patchFrom(from).flags)), segments: new Map() })
}

const inSdk = (count: number) => {
  const live = openLiveBundle(bundleOf(1, count) as Bundle)
  return (from: number) => live.patch(parseSent(JSON.stringify(patchFrom(from))) as Patch)
}

const inDelivery = (count: number) => {
  let bundle = compileBundle(edgeBundleOf(bundleOf(1, count)))
  return (from: number) => {
    const { flags, ...head } = patchFrom(from)
    const texts = Object.entries(flags).map(([key, flag]) => [key, JSON.stringify(flag)] as const)
    bundle = compileBundle({ ...head, environmentId: bundle.environmentId, flags: texts, segments: [] }, bundle)
    return bundle
  }
}

const makers = {
  'a change of one flag in the engine': inEngine,
  'a patch of one flag in Delivery, with reading its text': inDelivery,
  'a patch of one flag in the server SDK, with reading its text': inSdk,
}

const timesOf = (make: (count: number) => (from: number) => unknown): number[] => {
  const subjects = counts.map((count) => ({ apply: make(count), from: 1, micros: [] as number[] }))
  for (let round = 0; round < rounds; round++) {
    for (const subject of subjects) {
      const began = threadMs()
      for (let at = 0; at < each; at++) if (subject.apply(subject.from++) === undefined) throw new Error('not applied')
      subject.micros.push(((threadMs() - began) * 1_000) / each)
    }
  }
  return subjects.map(({ micros }) => median(micros))
}

/** What a change of one flag takes, however many there are: the table, and whether it is flat. */
export const measureChanges = (): { text: string; isFlat: boolean } => {
  const measured = Object.entries(makers).map(([name, make]) => ({ name, times: timesOf(make) }))
  const growth = ({ times: [small = 0, large = 0] }: { times: number[] }) => large / small
  const rows = measured.map((row) => [row.name, ...row.times.map(ns), growth(row).toFixed(2)])
  const isFlat = measured.every((row) => growth(row) < limit)
  const head = ['what', ...counts.map((count) => `µs, ${count.toLocaleString('en')} flags`), 'times']
  return { text: `${table(head, rows)}\n\nUnder ${limit} times: ${isFlat ? 'yes' : 'NO'}.`, isFlat }
}
