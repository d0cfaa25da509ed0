import { flagsOf, sourceOf } from '../../engine/flags.ts'
import { usersOf } from '../../engine/users.ts'
import type { Dimension } from '../dimension.ts'
import { fillFlags } from '../flag-rows.ts'

const users = usersOf(64)
const questionCount = 1_000

export const flags: Dimension = {
  name: 'flags',
  title: 'Flags in an environment',
  sizes: [10, 100, 1_000, 10_000],
  fill: fillFlags,
  questions: ({ key }, size) =>
    Array.from({ length: questionCount }, (_, at) => ({
      key,
      flagKey: `flag-${1 + (Math.floor((at * size) / questionCount) % size)}`,
      context: users[at % users.length] ?? {},
    })),
  inProcess: (size) => ({ source: sourceOf(flagsOf(size)), contexts: users }),
  list: ({ project }) => `${project.path}/flags`,
}
