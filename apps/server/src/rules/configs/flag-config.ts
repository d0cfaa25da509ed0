import { type ConfigBody, type Flag, fail, type Segment, type SegmentConfigBody } from '@bunting/contract'
import type { FlagConfig, SegmentConfig } from '@bunting/engine'

/** The config as it is kept: with its version, and an id for each rule that came without. */
export const completeConfig = (body: ConfigBody, version: number, newRuleId: () => string): FlagConfig => ({
  version,
  enabled: body.enabled,
  defaultValue: body.defaultValue,
  rules: body.rules.map((rule) => ({ ...rule, id: rule.id ?? newRuleId() })),
  ...(body.variants ? { variants: body.variants } : {}),
  ...(body.prerequisites ? { prerequisites: body.prerequisites } : {}),
})

/** The same of a segment. */
export const completeSegmentConfig = (
  body: SegmentConfigBody,
  version: number,
  newRuleId: () => string,
): SegmentConfig => ({
  version,
  included: body.included,
  excluded: body.excluded,
  rules: body.rules.map((rule) => ({ ...rule, id: rule.id ?? newRuleId() })),
})

/** An archived flag is out of use: to change its config, it is taken back first. */
export const requireActive = (flag: Flag): void => {
  if (flag.archivedAt !== null) {
    fail('CONFLICT', `The flag ${flag.key} is archived. Restore it with "archived": false to change its config.`)
  }
}

export const requireActiveSegment = (segment: Segment): void => {
  if (segment.archivedAt !== null) {
    fail(
      'CONFLICT',
      `The segment ${segment.key} is archived. Restore it with "archived": false to change who is in it.`,
    )
  }
}
