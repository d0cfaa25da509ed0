import { flagsOf, type Target } from '../../target.ts'
import { type Kind, kindOf } from '../kind.ts'

const which = ['all', 'large', 'heavy', 'many'] as const

/** By whoever may edit: many configs at once. Each has an environment of its own, in which nothing is yet. */
export const moving = ({ manage, deliver, project, idOf }: Target): Kind[] => {
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
  /** All its flags are read and compiled for the first of its evaluations. */
  const firstEvaluation = () => {
    let key = ''
    return {
      prepare: async () => {
        const { id } = (await create({ copyFrom: from })).body as { id: string }
        const made = await manage('POST', `${project}/environments/${id}/api-keys`, { type: 'server', description: id })
        key = (made.body as { key: string }).key
      },
      ask: () => deliver('/v1/evaluate', { flagKey: flagsOf.many[0], context: {} }, key),
    }
  }
  return [
    kindOf('try a promotion', { flags: which }, ({ flags }) => promotion(flags, true)),
    kindOf('promote', { flags: which }, ({ flags }) => promotion(flags, false)),
    kindOf('copy an environment', {}, () => () => create({ copyFrom: from })),
    kindOf('evaluate in a new environment', {}, firstEvaluation),
    kindOf('sync', {}, () => () => manage('POST', `${project}/environments/${from}/sync`)),
  ]
}
