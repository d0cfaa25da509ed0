import type { Rule } from '@bunting/engine'
import { percent } from '../../format/number.ts'
import { WholeValue } from '../../ui/value.tsx'
import { ConditionChips } from './condition-chips.tsx'
import { Split } from './split.tsx'

/** A whole rule as a sentence: If country is one of NL, BE, for 25 % of them, give one-page. */
export const RuleSentence = ({ rule }: { rule: Rule }) => {
  const { conditions, conditionOperator, rolloutPercentage, bucketBy, distribution, value } = rule
  const joint = conditionOperator === 'AND' ? 'and' : 'or'
  return (
    <dl className="rule-sentence">
      {conditions.map((condition, index) => (
        <div key={index}>
          <dt>{index === 0 ? 'If' : joint}</dt>
          <dd>
            <ConditionChips condition={condition} />
          </dd>
        </div>
      ))}
      {rolloutPercentage !== undefined && (
        <div>
          <dt>For</dt>
          <dd>
            {percent(rolloutPercentage)} of {conditions.length > 0 ? 'them' : 'everyone'}
            {bucketBy !== undefined && (
              <>
                , drawn by <code>{bucketBy}</code>
              </>
            )}
          </dd>
        </div>
      )}
      {(distribution || value !== undefined) && (
        <div>
          <dt>Give</dt>
          <dd>{distribution ? <Split shares={distribution} /> : <WholeValue value={value ?? null} />}</dd>
        </div>
      )}
    </dl>
  )
}
