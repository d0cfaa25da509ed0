import type { EdgePatch } from '../../apps/server/src/edge/edge.ts'
import { compileBundle } from '../../apps/server/src/testing/compile-bundle.ts'
import { median, ms } from '../support/figures.ts'
import { threadMs } from '../support/thread-ms.ts'
import { bundleOf } from './content.ts'

const counts = [10, 2_000, 10_000]
const rounds = 21
/** One alone is shorter than what the clock tells apart. */
const patchesEach = 50

const open = (flags: number) => {
  const content = bundleOf(1, flags)
  const { environmentId, revision } = content
  const flag = content.flags['flag-1'] as { config: object }
  let bundle = compileBundle({ environmentId, revision, text: JSON.stringify(content) })
  const patchAfter = (from: number): EdgePatch => {
    const text = JSON.stringify({ ...flag, config: { ...flag.config, version: from } })
    return { environmentId, format: 2, from, revision: from + 1, flags: [['flag-1', text]], segments: [] } as EdgePatch
  }
  const apply = (): number => {
    const patches = Array.from({ length: patchesEach }, (_, at) => patchAfter(bundle.revision + at))
    const began = threadMs()
    for (const patch of patches) bundle = bundle.next(patch)?.apply() ?? bundle
    return (threadMs() - began) / patchesEach
  }
  return { flags, apply, times: [] as number[] }
}

/** What a changed flag costs among few and among many, in turns. */
export const patchRows = (): string[][] => {
  const bundles = counts.map(open)
  for (let round = 0; round < rounds; round++) for (const { apply, times } of bundles) times.push(apply())
  return bundles.map(({ flags, times }) => [
    `a patch of one flag, of ${flags.toLocaleString('en')}`,
    ms(times[0] ?? 0),
    ms(median(times)),
    '',
  ])
}
