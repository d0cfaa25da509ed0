import type { Rule } from '@bunting/engine'
import type { Dimension } from '../dimension.ts'

const rulesOf = (count: number): Rule[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `rule-${at + 1}`,
    name: '',
    enabled: true,
    conditionOperator: 'AND',
    conditions: [
      { attribute: 'plan', operator: 'equals', value: 'pro' },
      { attribute: 'team', operator: 'equals', value: `team-${at + 1}` },
    ],
    value: true,
  }))

/** The last rule is theirs: all others are asked first. */
const member = (size: number) => ({ userId: 'ada', attributes: { plan: 'pro', team: `team-${size}` } })

export const rules: Dimension = {
  name: 'rules',
  title: 'Rules of the flag that is evaluated and changed, two conditions each; the last one matches',
  sizes: [1, 10, 100],
  rules: rulesOf,
  questions: ({ key, flag }, size) => [{ key, flagKey: flag.key, context: member(size) }],
  inProcess: (size) => ({
    source: {
      flags: new Map([
        ['flag', { type: 'boolean', config: { version: 1, enabled: true, defaultValue: false, rules: rulesOf(size) } }],
      ]),
      segments: new Map(),
    },
    contexts: [member(size)],
  }),
  list: ({ project }) => `${project.path}/flags`,
}
