import { type Client, nearest } from '@bunting/contract'
import { valueText } from '@bunting/contract/text'
import { command } from '../core/command.ts'
import { didYouMean, refuse, wrongUse } from '../core/failure.ts'
import { several } from '../core/parameters.ts'
import { bold, dim } from '../output/rich.ts'
import { evaluateBulk, evaluate as evaluateOne } from '../server/delivery.ts'
import { listNearKeys } from '../server/flags.ts'
import { contextOptions, readContext } from './context-options.ts'

export const evaluate = command({
  name: 'evaluate',
  summary: 'Ask the Delivery API what flags answer for a user',
  description: 'In the environment that the key belongs to. It exits with 1 where a flag is not found.',
  target: 'server',
  arguments: { flags: several('keys of flags, 1 to 100', { complete: 'flag' }) },
  options: contextOptions,
  examples: [
    'evaluate new-checkout --user ada --attr email=ada@example.com',
    'evaluate new-checkout button-colour --context context.json --json',
  ],
  run: async ({ api, ask, out, connection }, { flags, ...chosen }) => {
    const [first, ...others] = flags
    if (first === undefined) return wrongUse('Which flags?', 'bunting evaluate <flag> …')
    const context = await readContext(ask, chosen)
    const body =
      others.length === 0
        ? await evaluateOne(connection, first, context)
        : await evaluateBulk(connection, flags, context)
    const results = 'results' in body ? body.results : { [first]: body }
    out.show(body, () => {
      out.table(
        ['flag', 'value', 'reason', 'rule', 'variant'],
        Object.entries(results).map(([key, { value, reason, ruleId, variant, prerequisite }]) => [
          key,
          bold(valueText(value)),
          prerequisite === undefined ? reason : `${reason} by ${prerequisite}`,
          dim(ruleId ?? ''),
          variant ?? '',
        ]),
      )
    })
    const missing = Object.entries(results).filter(([, { reason }]) => reason === 'FLAG_NOT_FOUND')
    for (const [key] of missing) await sayNotFound(api, key)
    return 'ok'
  },
})

const sayNotFound = async (api: Client, flagKey: string): Promise<never> => {
  const near = nearest(
    flagKey,
    (await knownKeys(api, flagKey)).filter((key) => key !== flagKey),
  )
  return refuse(
    `"${flagKey}" is not found in the environment of this key.${didYouMean(near)}`,
    'A flag evaluates once it has a config there (bunting flags on), and is not archived.',
    'A client key finds only flags that are client-safe.',
  )
}

/** Searches several projects, since the key does not tell its project. A client key may not list any. */
const knownKeys = async (api: Client, flagKey: string): Promise<string[]> => {
  try {
    const { items } = await api.listProjects({ query: { limit: 20 } })
    return (await Promise.all(items.map((project) => listNearKeys({ api, project }, flagKey)))).flat()
  } catch {
    return []
  }
}
