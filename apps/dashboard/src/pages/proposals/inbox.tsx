import { isolate } from '@bunting/contract/text'
import { Suspense } from 'react'
import { useNames } from '../../api/actors.ts'
import { useEnvironments } from '../../api/environments.ts'
import { useFlagsByKey } from '../../api/flags.ts'
import { useProjects } from '../../api/projects.ts'
import { useSegments } from '../../api/segments.ts'
import type { WaitingProposal } from '../../api/waiting.ts'
import { ProposalRow } from './proposal-row.tsx'

type InboxProps = {
  /** The project in view, which comes first. */
  projectId: string
  items: readonly WaitingProposal[]
}

/** The proposals that the user may approve, grouped by project. */
export const Inbox = ({ projectId, items }: InboxProps) => {
  const { items: projects = [] } = useProjects()
  const groups = [...Map.groupBy(items, (proposal) => proposal.projectId)].sort(
    ([one], [other]) => Number(other === projectId) - Number(one === projectId),
  )
  const isElsewhere = groups.some(([id]) => id !== projectId)
  return (
    <>
      {groups.map(([id, waiting]) => {
        const name = projects.find((project) => project.id === id)?.name ?? 'another project'
        return (
          <section key={id} aria-label={`In ${isolate(name)}`}>
            {isElsewhere && (
              <h2 className="proposal-group">
                In <bdi>{name}</bdi>
              </h2>
            )}
            <Suspense>
              <Rows projectId={id} items={waiting} />
            </Suspense>
          </section>
        )
      })}
    </>
  )
}

const Rows = ({ projectId, items }: InboxProps) => {
  const environments = useEnvironments(projectId)
  const flags = useFlagsByKey(
    projectId,
    items.flatMap(({ flagKey }) => flagKey ?? []),
  )
  const { items: segments = [] } = useSegments(
    projectId,
    items.some(({ segmentId }) => segmentId !== undefined),
  )
  const nameOf = useNames(items.map(({ createdBy }) => createdBy))
  return (
    <ul className="proposal-list" aria-label="Proposals">
      {items.map((proposal) => (
        <ProposalRow
          key={proposal.id}
          projectId={projectId}
          proposal={proposal}
          flag={flags.get(proposal.flagKey ?? '')}
          segment={segments.find(({ id }) => id === proposal.segmentId)}
          environment={environments.find(({ id }) => id === proposal.environmentId)}
          nameOf={nameOf}
          isMine
        />
      ))}
    </ul>
  )
}
