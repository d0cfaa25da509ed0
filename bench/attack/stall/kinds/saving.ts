import { limits } from '@bunting/contract'
import { heavyConfig, type Target } from '../../target.ts'
import { type Kind, kindOf } from '../kind.ts'

const openings = ['[', '{"a":', '"', '1,', ' ', '[{"rules":['] as const

const wrong = {
  pattern: { attribute: 'a', operator: 'regex', value: '(' },
  operator: { attribute: 'a', operator: 'none', value: 1 },
  nothing: {},
  text: { attribute: '', operator: 'in', value: ['x'.repeat(300)] },
} as const
type Wrong = keyof typeof wrong

/** What a list may have many of; fields that are all different are what takes longest to parse. */
const parts = {
  numbers: () => '1',
  texts: () => '""',
  lists: () => '[]',
  objects: () => '{}',
  fields: (at: number) => `{"${at.toString(36)}":1}`,
}
type Part = keyof typeof parts
const wheres = ['a segment', 'a config', 'events'] as const

/** By whoever may edit: what is saved, what is refused, and what is no body at all. */
export const saving = ({ manage, deliver, development, saver, segmentSaver }: Target): Kind[] => {
  const [save, refused, saveSegment] = [saver('many-2'), saver('many-3'), segmentSaver('ids')]
  const where = {
    'a segment': {
      method: 'PUT',
      path: `${development}/segments/ids`,
      field: 'included',
      bytes: limits.segmentBodyBytes,
    },
    'a config': {
      method: 'PUT',
      path: `${development}/flags/many-3`,
      field: 'rules',
      bytes: limits.managementBodyBytes,
    },
    events: { method: 'POST', path: '/v1/telemetry/events', field: 'events', bytes: limits.eventsBodyBytes },
  }
  const list = <Item>(count: number, of: (at: number) => Item): Item[] =>
    Array.from({ length: count }, (_, at) => of(at))
  return [
    kindOf(
      'save a config',
      {
        rules: { from: 0, to: 100 },
        conditions: { from: 1, to: 50 },
        values: { from: 1, to: 1_000 },
        letters: { from: 1, to: 1_000 },
      },
      ({ rules, conditions, values, letters }) => {
        // What there is room for in a body.
        const each = Math.max(
          1,
          Math.min(values, Math.floor(200_000 / (Math.max(1, rules) * conditions * (letters + 8)))),
        )
        const value = list(each, (at) => `${'a'.repeat(letters)}${at}`)
        const condition = { attribute: 'tags', operator: 'contains', value }
        const rule = { conditions: list(conditions, () => condition), value: true }
        return () => save({ ...heavyConfig, rules: list(rules, () => rule) })
      },
    ),
    kindOf('save a segment', { ids: { from: 0, to: 20_000 }, letters: { from: 1, to: 256 } }, ({ ids, letters }) => {
      const count = Math.min(ids, Math.floor(2_000_000 / (letters + 10)))
      return () => saveSegment({ included: list(count, (at) => `${at}-${'x'.repeat(letters)}`.slice(0, 256)) })
    }),
    kindOf(
      'a config that is refused',
      { rules: { from: 1, to: 200 }, conditions: { from: 1, to: 100 }, wrong: Object.keys(wrong) as Wrong[] },
      (point) => {
        const most = Math.floor(240_000 / (JSON.stringify(wrong[point.wrong]).length + 2) / point.rules)
        const conditions = list(Math.max(1, Math.min(point.conditions, most)), () => wrong[point.wrong])
        return () => refused({ ...heavyConfig, rules: list(point.rules, () => ({ conditions })) })
      },
    ),
    kindOf(
      'no config',
      { bytes: { from: 1, to: 262_000 }, opening: openings },
      ({ bytes, opening }) =>
        () =>
          manage('PUT', `${development}/flags/many-3`, opening.repeat(Math.ceil(bytes / opening.length))),
    ),
    kindOf(
      'no segment',
      { bytes: { from: 1, to: 2_097_000 }, opening: openings },
      ({ bytes, opening }) =>
        () =>
          manage('PUT', `${development}/segments/ids`, opening.repeat(Math.ceil(bytes / opening.length))),
    ),
    kindOf(
      'many parts',
      { count: { from: 1, to: 1_000_000 }, part: Object.keys(parts) as Part[], to: wheres },
      (point) => {
        const { field, path, method, bytes } = where[point.to]
        const each = parts[point.part]
        const count = Math.min(point.count, Math.floor((bytes - 100) / (each(999_999).length + 1)))
        const body = `{"version":1,"${field}":[${list(count, each).join()}]}`
        return () => manage(method, path, body)
      },
    ),
    kindOf(
      'no evaluation',
      { bytes: { from: 1, to: 65_500 }, opening: openings },
      ({ bytes, opening }) =>
        () =>
          deliver('/v1/evaluate/bulk', opening.repeat(Math.ceil(bytes / opening.length))),
    ),
  ]
}
