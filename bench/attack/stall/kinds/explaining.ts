import { heavyConfig, type Target } from '../../target.ts'
import { contextOf, contextRanges } from '../contexts.ts'
import { type Kind, kindOf } from '../kind.ts'

const flag = ['heavy', 'many', 'large'] as const

/** By whoever may read. */
export const explaining = ({ manage, project, development, idOf }: Target): Kind[] => [
  kindOf(
    'explain',
    { flag, ...contextRanges },
    (point) => () => manage('POST', `${development}/flags/${point.flag}-0/explain`, { context: contextOf(point) }),
  ),
  kindOf(
    'explain a draft',
    { rules: { from: 0, to: 90 }, ...contextRanges },
    ({ rules, ...point }) =>
      () =>
        manage('POST', `${development}/flags/many-1/explain`, {
          context: contextOf(point),
          config: { ...heavyConfig, rules: heavyConfig.rules.slice(0, rules) },
        }),
  ),
  kindOf(
    'answers',
    {
      limit: { from: 1, to: 100 },
      environments: { from: 1, to: 3 },
      ...contextRanges,
    },
    ({ limit, environments, ...point }) =>
      () =>
        manage('POST', `${project}/answers?limit=${limit}`, {
          context: contextOf(point),
          environmentIds: ['development', 'staging', 'production'].slice(0, environments).map(idOf),
        }),
  ),
]
