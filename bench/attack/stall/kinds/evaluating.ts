import { flagsOf, type Target } from '../../target.ts'
import { attributesOf, contextOf, contextRanges } from '../contexts.ts'
import { type Kind, kindOf } from '../kind.ts'

const flags = ['heavy', 'many', 'large'] as const
const keys = ['client', 'server'] as const

/** By whoever has a key of an environment. */
export const evaluating = ({ clientKey, key, deliver, getBundle }: Target): Kind[] => {
  const keyOf = (by: string) => (by === 'client' ? clientKey : key)
  return [
    kindOf(
      'evaluate',
      { flag: flags, key: keys, ...contextRanges },
      (point) => () =>
        deliver('/v1/evaluate', { flagKey: `${point.flag}-0`, context: contextOf(point) }, keyOf(point.key)),
    ),
    kindOf(
      'bulk',
      { flags, count: { from: 1, to: 100 }, key: keys, ...contextRanges },
      (point) => () =>
        deliver(
          '/v1/evaluate/bulk',
          { flags: flagsOf[point.flags].slice(0, point.count), context: contextOf(point) },
          keyOf(point.key),
        ),
    ),
    kindOf(
      'OFREP, one flag',
      { flag: flags, key: keys, ...contextRanges },
      (point) => () =>
        deliver(`/ofrep/v1/evaluate/flags/${point.flag}-0`, { context: attributesOf(point) }, keyOf(point.key)),
    ),
    kindOf(
      'OFREP, all flags',
      { key: keys, ...contextRanges },
      (point) => () => deliver('/ofrep/v1/evaluate/flags', { context: attributesOf(point) }, keyOf(point.key)),
    ),
    kindOf(
      'bundle',
      { encoding: ['gzip', 'br', 'identity'] },
      ({ encoding }) =>
        () =>
          getBundle(encoding),
    ),
  ]
}
