import { type ConfigBody, fail, type SegmentConfigBody } from '@bunting/contract'
import type { FlagConfig, SegmentConfig } from '@bunting/engine'
import { isSegment, type Subject } from './subject.ts'

/** The config as it is stored: with its version, and an id for every rule. */
export const completeConfig = (body: ConfigBody, version: number, newRuleId: () => string): FlagConfig => ({
  version,
  enabled: body.enabled,
  defaultValue: body.defaultValue,
  rules: body.rules.map((rule) => ({ ...rule, id: rule.id ?? newRuleId() })),
  ...(body.variants ? { variants: body.variants } : {}),
  ...(body.prerequisites ? { prerequisites: body.prerequisites } : {}),
})

/** The same for a segment's config. */
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

/** Refuses to change the config of an archived flag or segment: it has to be restored first. */
export const requireActive = (subject: Subject): void => {
  if (subject.archivedAt === null) return
  const [kind, what] = isSegment(subject) ? ['segment', 'who is in it'] : ['flag', 'its config']
  fail('CONFLICT', `The ${kind} ${subject.key} is archived. Restore it with "archived": false to change ${what}.`)
}
