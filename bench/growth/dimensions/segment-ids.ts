import type { Rule, RuleSegment } from '@bunting/engine'
import { userIdOf } from '../../engine/users.ts'
import type { Dimension } from '../dimension.ts'

const key = 'audience'
const inSegment: Rule = {
  id: 'rule-1',
  name: '',
  enabled: true,
  conditionOperator: 'AND',
  conditions: [{ operator: 'in_segment', value: key }],
  value: true,
}
const idsOf = (count: number): string[] => Array.from({ length: count }, (_, at) => userIdOf(at))
const segmentOf = (count: number): RuleSegment => ({
  unit: null,
  config: { version: 1, included: idsOf(count), excluded: [], rules: [] },
})

/** Of the segment, where it has any. */
const contextsOf = (size: number) => idsOf(1_000).map((_, at) => ({ userId: userIdOf(at % (size || 1_000)) }))

export const segmentIds: Dimension = {
  name: 'segment-ids',
  title: 'Ids in a segment that the flag names which is evaluated and changed',
  sizes: [0, 200, 20_000],
  make: async (send, { project, environment }, size) => {
    await send('POST', `${project.path}/segments`, { key, name: 'Audience' })
    await send('PUT', `${environment.path}/segments/${key}`, segmentOf(size).config)
  },
  rules: () => [inSegment],
  questions: ({ key, flag }, size) => contextsOf(size).map((context) => ({ key, flagKey: flag.key, context })),
  inProcess: (size) => ({
    source: {
      flags: new Map([
        ['flag', { type: 'boolean', config: { version: 1, enabled: true, defaultValue: false, rules: [inSegment] } }],
      ]),
      segments: new Map([[key, segmentOf(size)]]),
    },
    contexts: contextsOf(size),
  }),
  list: ({ project }) => `${project.path}/segments`,
}
