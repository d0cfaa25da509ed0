import type { FlagType } from '@bunting/engine'
import type { ConfigEntry } from '../../project-file/project-file.ts'
import { ruleFor, withOwnIds } from '../shared/rules.ts'
import type { Needs } from './dependencies.ts'
import { drawnBy, headOf } from './drawn-by.ts'
import type { TheirFlag } from './schema.ts'
import { type StrategyScope, strategyAudience } from './strategies.ts'
import { variantRules } from './variant-rules.ts'
import { disabledValue, openVariants, variantsIn } from './variants.ts'

const everyone = { id: 'everyone', name: 'Everyone', tree: true }

/** The config that tells whether a flag is on, in one environment. */
export const convertSwitch = (
  flag: TheirFlag,
  needs: Needs,
  isNeededOff: boolean,
  scope: StrategyScope,
): ConfigEntry => {
  const { notes } = scope
  if (!flag.enabled && isNeededOff) {
    notes.exact(
      'failed-gate',
      'It is off, and other flags need it to be: it is on here without rules, which answers the same.',
    )
    return { enabled: true, defaultValue: false, rules: [] }
  }
  const rules =
    flag.strategies?.length === 0
      ? ruleFor(everyone, { value: true })
      : (flag.strategies ?? []).flatMap((strategy, at) => {
          const { tree, draw } = strategyAudience(strategy, scope)
          const head = { ...headOf(strategy, at), tree }
          if (tree === false)
            notes.exact('never', `The strategy ${head.name || head.id} can match nobody, and is left out.`)
          return ruleFor(head, { value: true, enabled: !strategy.disabled, ...drawnBy(draw, scope) })
        })
  return {
    enabled: flag.enabled && needs.isMet,
    defaultValue: false,
    ...prerequisitesOf(needs),
    rules: withOwnIds(rules),
  }
}

/** The config that tells which variant a flag has, in one environment. */
export const convertVariant = (flag: TheirFlag, type: FlagType, needs: Needs, scope: StrategyScope): ConfigEntry => {
  const variants = openVariants(variantsIn(flag), type, scope.notes)
  const strategies = flag.strategies?.length === 0 ? [undefined] : (flag.strategies ?? [])
  const rules = variantRules(flag, strategies, variants, scope)
  return {
    enabled: flag.enabled && needs.isMet,
    defaultValue: disabledValue(type),
    variants: variants.entry(),
    ...prerequisitesOf(needs),
    rules: withOwnIds(rules),
  }
}

const prerequisitesOf = ({ prerequisites }: Needs) => (prerequisites.length > 0 ? { prerequisites } : {})
