import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import type { SegmentExplanation } from '@bunting/engine'
import { sayError } from '../../api/core/change.ts'
import type { SegmentInList } from '../../api/segments.ts'
import { Compared, Line } from '../../features/try-it/compared.tsx'
import { ContextForm } from '../../features/try-it/context-form.tsx'
import { Mark, type MarkKind } from '../../features/try-it/mark.tsx'
import { classes } from '../../ui/classes.ts'
import { Segments } from '../../ui/controls/segments.tsx'
import { envColor } from '../../ui/pennants/pennant.tsx'
import '../../features/try-it/try-it.css'
import { sayMembership } from './say-membership.ts'
import type { Membership } from './use-membership.ts'

type WhoIsInProps = {
  trial: Membership
  segment: SegmentInList
  environment: Environment
  attributes: readonly string[]
}

/** A form for an id or a whole context, which tells while the user types whether it is in, and why. */
export const WhoIsIn = ({ trial, segment, environment, attributes }: WhoIsInProps) => {
  const { told, failure, live, isAsked } = trial
  return (
    <div id="try" className="env" style={envColor(environment.color)}>
      <div className="try-head">
        <h2>Who is in</h2>
        {segment.archivedAt === null && (
          <Segments
            small
            label="Which version"
            value={trial.which}
            onChange={trial.choose}
            options={[
              { value: 'draft', label: 'Draft' },
              { value: 'live', label: live ? `Live v${live.version}` : 'Live' },
            ]}
          />
        )}
      </div>
      <ContextForm {...trial} attributes={attributes} />
      <div className="answer" aria-live="polite">
        {!isAsked && <p>Type an id, or what the rules look at, to see whether they are in.</p>}
        {isAsked && told && (
          <>
            <p className="got">
              <b>{told.in ? 'In' : 'Not in'}</b>
            </p>
            <p>{sayMembership(trial.config, told)}</p>
          </>
        )}
        {failure && <p>The service does not answer this. {sayError(failure)}</p>}
      </div>
      {isAsked && told && told.rules.length > 0 && <Trace rules={told.rules} />}
    </div>
  )
}

type ToldRule = SegmentExplanation['rules'][number]

const kinds: Record<ToldRule['outcome'], MarkKind> = {
  matched: 'yes',
  not_matched: 'no',
  disabled: 'skip',
  not_reached: 'skip',
}

/** The comparisons, rule by rule. */
const Trace = ({ rules }: { rules: readonly ToldRule[] }) => (
  <ol className="trace" aria-label="Rule by rule">
    {rules.map((rule, index) => {
      const kind = kinds[rule.outcome]
      return (
        <li key={rule.id} className={classes(kind === 'no' && 'not', kind === 'skip' && 'skip-row')}>
          <Mark kind={kind} />
          <h3>{rule.name === '' ? `Rule ${index + 1}` : `${index + 1} ${isolate(rule.name)}`}</h3>
          {rule.outcome === 'disabled' && <p>Off, so it is passed over.</p>}
          {rule.outcome === 'not_reached' && <p>Not reached.</p>}
          {rule.conditions && (
            <ul>
              {rule.conditions.map((condition, at) => (
                <Line key={at} yes={condition.matched}>
                  <Compared condition={condition} />
                </Line>
              ))}
              {rule.conditions.length === 0 && <Line yes>for everyone</Line>}
            </ul>
          )}
        </li>
      )
    })}
  </ol>
)
