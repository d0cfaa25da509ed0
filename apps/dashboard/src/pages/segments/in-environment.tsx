import type { Environment } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import { type SegmentInList, sizeIn } from '../../api/segments.ts'
import { saySize } from '../../format/say-size.ts'
import { EnvName } from '../../ui/pennants/env-name.tsx'

type InEnvironmentProps = {
  projectId: string
  segment: SegmentInList
  environment: Environment
  /** Shown in a list, without a column heading that names the environment. */
  isListed?: true
}

/** The size of a segment in an environment. */
export const InEnvironment = ({ projectId, segment, environment, isListed }: InEnvironmentProps) => {
  const size = sizeIn(segment, environment.id)
  if (!size && !isListed) return <span className="text-ink-3">nothing yet</span>
  const says = size ? saySize(size) : 'nothing yet'
  return (
    <Link
      to="/projects/$projectId/segments/$segmentKey"
      params={{ projectId, segmentKey: segment.key }}
      search={{ env: environment.slug }}
    >
      {isListed ? (
        <>
          <EnvName environment={environment} />
          <small>{says}</small>
        </>
      ) : (
        says
      )}
    </Link>
  )
}
