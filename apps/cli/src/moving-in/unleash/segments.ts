import type { SegmentConfigEntry } from '../../project-file/project-file.ts'
import { emptySegment } from '../shared/off.ts'
import { audienceOf } from '../shared/tree.ts'
import { constraintsTree, type Scope } from './constraints.ts'
import type { TheirSegment } from './schema.ts'

/** Converts a segment. In Unleash it has no lists, only constraints that all have to hold. */
export const convertSegment = ({ constraints }: TheirSegment, scope: Scope): SegmentConfigEntry => {
  const audience = audienceOf(constraintsTree(constraints, scope))
  const rules = audience ? [{ id: 'constraints', name: '', enabled: true, ...audience }] : []
  return { ...emptySegment(), rules }
}
