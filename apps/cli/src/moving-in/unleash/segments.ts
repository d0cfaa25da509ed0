import type { SegmentConfigEntry } from '../../project-file/project-file.ts'
import { emptySegment, segmentProblem } from '../shared/checks.ts'
import { audienceOf } from '../shared/tree.ts'
import { constraintsTree, type Scope } from './constraints.ts'
import type { TheirSegment } from './schema.ts'

/** A segment has no lists there: all its constraints hold. */
export const convertSegment = ({ constraints }: TheirSegment, scope: Scope): SegmentConfigEntry => {
  const { notes } = scope
  const audience = audienceOf(constraintsTree(constraints, scope))
  const rules = audience ? [{ id: 'constraints', name: '', enabled: true, ...audience }] : []
  const config = { ...emptySegment(), rules }
  const problem = segmentProblem(config)
  if (problem !== undefined) notes.byHand('too-large', `Bunting would not take it: ${problem}.`)
  return notes.reasons.length === 0 ? config : emptySegment()
}
