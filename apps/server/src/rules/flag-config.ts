import { type ConfigBody, type Flag, fail } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'

/** The config as it is kept: with its version, and an id for each rule that came without. */
export const completeConfig = (body: ConfigBody, version: number, newRuleId: () => string): FlagConfig => ({
  version,
  enabled: body.enabled,
  defaultValue: body.defaultValue,
  rules: body.rules.map((rule) => ({ ...rule, id: rule.id ?? newRuleId() })),
  ...(body.variants ? { variants: body.variants } : {}),
  ...(body.prerequisites ? { prerequisites: body.prerequisites } : {}),
})

/** An archived flag is out of use: to change its config, it is taken back first. */
export const requireActive = (flag: Flag): void => {
  if (flag.archivedAt !== null) {
    fail('CONFLICT', `The flag ${flag.key} is archived. Restore it with "archived": false to change its config.`)
  }
}
