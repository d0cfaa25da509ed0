import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { flagVersionQuery } from '../../api/flag-versions.ts'
import { sayChanges } from '../../features/diff/words/words.ts'
import { EmergencyTag } from '../../features/proposals/emergency-tag.tsx'
import { Note } from '../../ui/note.tsx'
import type { ConfigProps } from './proposal-props.ts'
import type { MovedOnSince } from './use-sides.tsx'

type MovedOnProps = ConfigProps & { movedOn: MovedOnSince; by: string }

/** Shown if the proposal's base is no longer the latest version: what an approval would undo. */
export const MovedOn = ({ projectId, flag, environment, movedOn, by }: MovedOnProps) => {
  const { base, current, undone } = movedOn
  const { data: live } = useQuery(flagVersionQuery({ projectId, flagKey: flag.key, envId: environment.id }, current))
  return (
    <div className="mb-5">
      <Note kind={undone.length > 0 ? 'warn' : 'info'}>
        <b>
          <bdi>{environment.name}</bdi> has moved on since <bdi>{by === 'You' ? 'you' : by}</bdi> started.
        </b>{' '}
        The proposal began from {base === 0 ? 'no version' : `version ${base}`}; version {current} is live now.{' '}
        {live?.emergency && (
          <>
            <EmergencyTag /> It was saved past the proposals
            {live.comment && (
              <>
                : “<bdi>{live.comment}</bdi>”
              </>
            )}
            .{' '}
          </>
        )}
        {undone.length === 0
          ? 'Nothing that came since is undone by it.'
          : 'It is a whole config, so approving it also undoes what came since:'}
        {undone.length > 0 && (
          <ul className="undone">
            {undone.map((change) => (
              <li key={change.key}>{sayChanges([change])}</li>
            ))}
          </ul>
        )}{' '}
        <Link
          className="link"
          to="/projects/$projectId/flags/$flagKey"
          params={{ projectId, flagKey: flag.key }}
          search={{
            env: environment.slug,
            tab: 'history',
            ...(base > 0 ? { a: String(base) } : {}),
            b: String(current),
          }}
        >
          See what came since
        </Link>
      </Note>
    </div>
  )
}
