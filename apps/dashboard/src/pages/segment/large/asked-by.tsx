import { isolate } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import { useSegmentUsages } from '../../../api/segments.ts'
import { plural } from '../../../format/number.ts'
import type { SegmentProps } from '../segment-props.ts'

type AskedByProps = Pick<SegmentProps, 'segment' | 'segmentRef' | 'environment'>

/** The flags of the environment that a change of the list concerns. */
export const AskedBy = ({ segment, segmentRef: { projectId }, environment }: AskedByProps) => {
  const { items = [] } = useSegmentUsages(projectId, segment.key, segment.archivedAt === null)
  const here = items.filter(({ environmentId }) => environmentId === environment.id)
  const [first, ...others] = new Set(here.flatMap(({ flagKey }) => flagKey ?? []))
  if (first === undefined) return <p>No flag asks for it in {isolate(environment.name)} yet.</p>
  return (
    <p>
      <Link
        to="/projects/$projectId/flags/$flagKey"
        params={{ projectId, flagKey: first }}
        search={{ env: environment.slug }}
        className="link"
      >
        <code>{first}</code>
      </Link>
      {others.length > 0 && ` and ${plural(others.length, 'other flag')}`} {others.length > 0 ? 'ask' : 'asks'} for it
      in {isolate(environment.name)}.
    </p>
  )
}
