import type { Environment } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useEnvironments } from '../../api/environments.ts'
import { type SegmentInList, useSegmentUsages } from '../../api/segments.ts'
import { ManagedTag } from '../../features/managed/managed-tag.tsx'
import { sayUnit } from '../../features/segments/units.ts'
import { plural } from '../../format/number.ts'
import { AllEnvironments } from '../../ui/pennants/all-environments.tsx'
import { EnvName } from '../../ui/pennants/env-name.tsx'
import { fitEnvironments } from '../../ui/pennants/fit-environments.ts'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Time } from '../../ui/time.tsx'
import { useWasSeen } from '../../ui/use-was-seen.ts'
import { useWidth } from '../../ui/use-width.ts'
import { AddMember } from './add-member.tsx'
import { InEnvironment } from './in-environment.tsx'
import { lastChangeOf } from './last-change-of.ts'
import './segments.css'

type SegmentTableProps = { projectId: string; segments: readonly SegmentInList[] }

/** The width of the other columns, and of one environment. */
const [factsWidth, environmentWidth] = [600, 112]

/** Every segment with its size in each environment. Environments without room are folded into a count. */
export const SegmentTable = ({ projectId, segments }: SegmentTableProps) => {
  const environments = useEnvironments(projectId)
  const table = useRef<HTMLDivElement>(null)
  const width = useWidth(table)
  const shown =
    width === undefined || factsWidth + environments.length * environmentWidth <= width
      ? environments
      : fitEnvironments(environments, { count: Math.floor((width - factsWidth) / environmentWidth) - 1 })
  return (
    <div className="segments" ref={table}>
      <Table
        label="Segments"
        heads={[
          'Segment',
          <span key="add" className="sr-only">
            Add
          </span>,
          ...shown.map((environment) => <EnvName key={environment.id} environment={environment} />),
          ...(shown.length < environments.length
            ? [
                <span key="more" className="sr-only">
                  More environments
                </span>,
              ]
            : []),
          'Of',
          'Used by',
          'Last change',
        ]}
      >
        {segments.map((segment) => (
          <SegmentRow
            key={segment.id}
            projectId={projectId}
            segment={segment}
            environments={environments}
            shown={shown}
          />
        ))}
      </Table>
    </div>
  )
}

type SegmentRowProps = {
  projectId: string
  segment: SegmentInList
  environments: readonly Environment[]
  shown: readonly Environment[]
}

const SegmentRow = ({ projectId, segment, environments, shown }: SegmentRowProps) => {
  const row = useRef<HTMLTableRowElement>(null)
  // What uses a segment takes a request.
  const wasSeen = useWasSeen(row)
  return (
    <tr ref={row}>
      <td className="desc">
        <Link to="/projects/$projectId/segments/$segmentKey" params={{ projectId, segmentKey: segment.key }}>
          <bdi>{segment.name}</bdi>
        </Link>{' '}
        <code className="key">{segment.key}</code> <ManagedTag managedBy={segment.managedBy} />{' '}
        {segment.archivedAt !== null && <Tag kind="warn">archived</Tag>}
      </td>
      <td>
        <AddMember projectId={projectId} segment={segment} environments={environments} />
      </td>
      {shown.map((environment) => (
        <td key={environment.id}>
          <InEnvironment projectId={projectId} segment={segment} environment={environment} />
        </td>
      ))}
      {shown.length < environments.length && (
        <td>
          <AllEnvironments
            folded={environments.length - shown.length}
            of={`of ${segment.name}`}
            environments={environments}
          >
            {(environment) => (
              <InEnvironment projectId={projectId} segment={segment} environment={environment} isListed />
            )}
          </AllEnvironments>
        </td>
      )}
      <td className="text-ink-2">{sayUnit(segment.unit)}</td>
      <td className="text-ink-2">{wasSeen && <UsedBy projectId={projectId} segment={segment} />}</td>
      <td className="text-ink-2">
        <Time at={lastChangeOf(segment)} />
      </td>
    </tr>
  )
}

const UsedBy = ({ projectId, segment }: Pick<SegmentRowProps, 'projectId' | 'segment'>) => {
  const { items, isComplete } = useSegmentUsages(projectId, segment.key, segment.archivedAt === null)
  if (segment.archivedAt !== null) return <span className="text-ink-3">nothing</span>
  if (!items || !isComplete) return null
  const flags = new Set(items.flatMap(({ flagKey }) => flagKey ?? [])).size
  const segments = new Set(items.flatMap(({ segmentKey }) => segmentKey ?? [])).size
  if (flags + segments === 0) return <span className="text-ink-3">nothing</span>
  return (
    <Link
      to="/projects/$projectId/segments/$segmentKey"
      params={{ projectId, segmentKey: segment.key }}
      search={{ tab: 'used' }}
    >
      {[...(flags > 0 ? [plural(flags, 'flag')] : []), ...(segments > 0 ? [plural(segments, 'segment')] : [])].join(
        ', ',
      )}
    </Link>
  )
}
