import { flagsOf, type Target } from '../../target.ts'
import { type Kind, kindOf } from '../kind.ts'

const which = ['all', 'large', 'heavy', 'many'] as const

/** By whoever may edit: many configs at once. Each has an environment of its own, in which nothing is yet. */
export const moving = ({ manage, project, idOf }: Target): Kind[] => {
  let made = 0
  const create = (fields: object) => {
    const slug = `made-${++made}`
    return manage('POST', `${project}/environments`, { name: slug, slug, ...fields })
  }
  const from = idOf('development')
  const promotion = (flags: (typeof which)[number], dryRun: boolean) => {
    let to = ''
    return {
      prepare: async () => {
        to = ((await create({})).body as { id: string }).id
      },
      ask: () =>
        manage('POST', `${project}/promotions`, {
          from,
          to,
          flags: flags === 'all' ? 'all' : flagsOf[flags].slice(0, 100),
          dryRun,
        }),
    }
  }
  return [
    kindOf('try a promotion', { flags: which }, ({ flags }) => promotion(flags, true)),
    kindOf('promote', { flags: which }, ({ flags }) => promotion(flags, false)),
    kindOf('copy an environment', {}, () => () => create({ copyFrom: from })),
    kindOf('sync', {}, () => () => manage('POST', `${project}/environments/${from}/sync`)),
  ]
}
