import { Link } from '@tanstack/react-router'
import { useEnvironments } from '../../../api/environments.ts'
import type { SegmentUsage } from '../../../api/segments.ts'
import { EnvName } from '../../../ui/pennants/env-name.tsx'

type UsageListProps = { projectId: string; usages: readonly SegmentUsage[] }

/** The flags and segments that reference a segment, by environment, each with a link. */
export const UsageList = ({ projectId, usages }: UsageListProps) => (
  <dl className="usages">
    {useEnvironments(projectId).map((environment) => {
      const here = usages.filter(({ environmentId }) => environmentId === environment.id)
      if (here.length === 0) return null
      return (
        <div key={environment.id}>
          <dt>
            <EnvName environment={environment} />
          </dt>
          <dd>
            <ul>
              {here.map((usage) => (
                <li key={`${usage.flagKey} ${usage.segmentKey}`}>
                  <Usage projectId={projectId} usage={usage} env={environment.slug} />
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )
    })}
  </dl>
)

const Usage = ({ projectId, usage, env }: { projectId: string; usage: SegmentUsage; env: string }) =>
  usage.flagKey === undefined ? (
    <>
      <Link
        to="/projects/$projectId/segments/$segmentKey"
        params={{ projectId, segmentKey: usage.segmentKey ?? '' }}
        search={{ env }}
        className="link"
      >
        <code>{usage.segmentKey}</code>
      </Link>{' '}
      <small>segment</small>
    </>
  ) : (
    <Link
      to="/projects/$projectId/flags/$flagKey"
      params={{ projectId, flagKey: usage.flagKey }}
      search={{ env }}
      className="link"
    >
      <code>{usage.flagKey}</code>
    </Link>
  )
