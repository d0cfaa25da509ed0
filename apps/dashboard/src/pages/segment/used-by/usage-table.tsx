import type { Environment } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import { useEnvironments } from '../../../api/environments.ts'
import { useFlags } from '../../../api/flags.ts'
import { type SegmentUsage, useSegments } from '../../../api/segments.ts'
import { EnvName } from '../../../ui/pennants/env-name.tsx'
import { Table } from '../../../ui/table.tsx'

type UsageTableProps = { projectId: string; usages: readonly SegmentUsage[] }

/** The flags and segments that reference a segment, one per row, with a link for each environment. */
export const UsageTable = ({ projectId, usages }: UsageTableProps) => {
  const environments = useEnvironments(projectId)
  const { items: flags = [] } = useFlags(projectId)
  const { items: segments = [] } = useSegments(projectId, true)
  const rows = Map.groupBy(usages, ({ flagKey, segmentKey }) =>
    flagKey === undefined ? `s ${segmentKey}` : `f ${flagKey}`,
  )
  return (
    <Table label="Used by" heads={['Name', 'Key', 'What it is', 'Where']}>
      {[...rows].map(([id, all]) => {
        const { flagKey, segmentKey = '' } = all[0] ?? {}
        const key = flagKey ?? segmentKey
        const name = (flagKey === undefined ? segments : flags).find((one) => one.key === key)?.name ?? key
        const there = environments.filter((one) => all.some(({ environmentId }) => environmentId === one.id))
        return (
          <tr key={id}>
            <td className="desc" dir="auto">
              {name}
            </td>
            <td>
              <code>{key}</code>
            </td>
            <td>{flagKey === undefined ? 'segment' : 'flag'}</td>
            <td>
              <span className="used-in">
                {there.map((environment) => (
                  <WhereLink
                    key={environment.id}
                    projectId={projectId}
                    usage={{ flagKey, segmentKey }}
                    {...{ environment }}
                  />
                ))}
              </span>
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

type WhereLinkProps = {
  projectId: string
  usage: { flagKey: string | undefined; segmentKey: string }
  environment: Environment
}

const WhereLink = ({ projectId, usage: { flagKey, segmentKey }, environment }: WhereLinkProps) =>
  flagKey === undefined ? (
    <Link
      to="/projects/$projectId/segments/$segmentKey"
      params={{ projectId, segmentKey }}
      search={{ env: environment.slug }}
    >
      <EnvName environment={environment} />
    </Link>
  ) : (
    <Link to="/projects/$projectId/flags/$flagKey" params={{ projectId, flagKey }} search={{ env: environment.slug }}>
      <EnvName environment={environment} />
    </Link>
  )
