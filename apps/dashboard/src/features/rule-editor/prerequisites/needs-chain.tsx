import type { EvaluationContext, PrerequisiteExplanation } from '@bunting/engine'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { explanationQuery } from '../../../api/explanations.ts'
import type { FlagRef } from '../../../api/flag-versions.ts'
import { useFlag } from '../../../api/flags.ts'
import { sayAnyOf } from '../../diff/words/prerequisite-words.ts'
import { Mark } from '../../try-it/mark.tsx'
import { sayParent } from '../../try-it/words.ts'
import { useEditing } from '../editing.ts'

/** The context of the person in Try it. */
export type Asking = { context: EvaluationContext }

/** The answer of a prerequisite to the person in Try it. */
export const Answered = ({ told }: { told: PrerequisiteExplanation | undefined }) => {
  const { environment } = useEditing()
  if (!told) return null
  return (
    <small className="answered">
      <Mark kind={told.matched ? 'yes' : 'no'} />
      {sayParent(told, environment.name)}
    </small>
  )
}

type NeedsChainProps = {
  flagRef: FlagRef
  asking: Asking | undefined
  /** The flags on the path to this one: two people who save at the same time may create a cycle. */
  above: readonly string[]
}

/** The prerequisites of a prerequisite, recursively. */
export const NeedsChain = ({ flagRef, asking, above }: NeedsChainProps) => {
  const { environment } = useEditing()
  const { data: flag } = useFlag(flagRef.projectId, flagRef.flagKey)
  const version = flag?.versions[environment.id]
  const { prerequisites = [] } = version?.config ?? {}
  const { data: explanation } = useQuery({
    ...explanationQuery(flagRef, { version: version?.version ?? 0 }, asking?.context ?? {}),
    enabled: asking !== undefined && prerequisites.length > 0,
  })
  if (prerequisites.length === 0) return null
  return (
    <ul className="chain" aria-label={`What ${flagRef.flagKey} needs`}>
      {prerequisites.map(({ flagKey, values }) => (
        <li key={flagKey}>
          <span>
            which needs{' '}
            <Link
              className="link mono"
              to="/projects/$projectId/flags/$flagKey"
              params={{ projectId: flagRef.projectId, flagKey }}
              search={{ env: environment.slug }}
            >
              {flagKey}
            </Link>{' '}
            to answer {sayAnyOf(values)}
          </span>{' '}
          <Answered told={asking && explanation?.prerequisites?.find((one) => one.flagKey === flagKey)} />
          {!above.includes(flagKey) && (
            <NeedsChain flagRef={{ ...flagRef, flagKey }} asking={asking} above={[...above, flagKey]} />
          )}
        </li>
      ))}
    </ul>
  )
}
