import type { SegmentConfig, SegmentExplanation } from '@bunting/engine'
import { nameRule } from '../../features/diff/words/words.ts'

/** The reason why somebody is in a segment or not, as a sentence. */
export const sayMembership = ({ rules }: SegmentConfig, told: SegmentExplanation): string => {
  const at = rules.findIndex(({ id }) => id === told.ruleId)
  const rule = rules[at]
  switch (told.because) {
    case 'included':
      return 'Included by their id.'
    case 'excluded':
      return 'Excluded by their id.'
    case 'rule':
      return rule ? `${nameRule(rule, at)}${rule.name === '' ? '' : ','} holds.` : 'A rule holds.'
    case 'none':
      return rules.length === 0 ? 'On no list, and there are no rules.' : 'On no list, and no rule holds.'
  }
}
