import { same } from '../../format/same.ts'
import { withField } from '../draft/edit.ts'
import { TokenInput } from './conditions/token.tsx'
import { type EditedRule, useEditing } from './editing.ts'
import { Split } from './shares/split.tsx'
import { ValueInput } from './values/value-input.tsx'

/** The answer of a rule: one value, or a split over variants. */
export const Answer = ({ edited }: { edited: EditedRule }) => {
  const { rule, at, path, was, change } = edited
  if (rule.distribution) return <Split edited={edited} />
  return (
    <div className="say">
      <span className="lead">give</span>
      <div className="line">
        <ValueInput
          label={`Value of rule ${at + 1}`}
          value={rule.value ?? ''}
          onChange={(value) => change({ ...rule, value })}
          path={`${path}.value`}
          isNew={was !== undefined && !same(was.value, rule.value)}
        />
      </div>
    </div>
  )
}

/** Chooses the attribute to draw by: everybody with the same value of it gets the same answer. */
export const BucketBy = ({ edited: { rule, at, path, was, change } }: { edited: EditedRule }) => {
  const { because } = useEditing()
  if (rule.rolloutPercentage === undefined && !rule.distribution) return null
  if (because !== undefined && rule.bucketBy === undefined) return null
  return (
    <div className="say">
      <span className="lead">by</span>
      <div className="line">
        <TokenInput
          label={`Attribute that rule ${at + 1} tells people apart by`}
          className="attr"
          list="attributes"
          placeholder="userId"
          value={rule.bucketBy ?? ''}
          onChange={(attribute) => change(withField(rule, 'bucketBy', attribute || undefined))}
          path={`${path}.bucketBy`}
          isNew={was !== undefined && was.bucketBy !== rule.bucketBy}
        />
        <small className="text-ink-3">the same one always gets the same answer</small>
      </div>
    </div>
  )
}
