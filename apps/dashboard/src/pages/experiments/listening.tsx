import type { Environment } from '@bunting/contract'
import { Check, Hourglass } from 'lucide-react'
import { sayError } from '../../api/core/change.ts'
import { sayDuration } from '../../format/time.ts'
import { Note } from '../../ui/note.tsx'
import { EnvName } from '../../ui/pennants/env-name.tsx'
import { useNow } from '../../ui/use-now.ts'
import { type Heard, listenedTo } from './use-heard.ts'

type ListeningProps = { heard: Heard; environments: readonly Environment[] }

/** Waits until an event comes, by whatever means, and says so when it does. */
export const Listening = ({ heard: { latest, error }, environments }: ListeningProps) => {
  const now = useNow(true)
  if (error) return <Note kind="warn">Events cannot be listened to: {sayError(error)}</Note>
  if (!latest) {
    return (
      <p className="listening" role="status">
        <Hourglass size={16} strokeWidth={1.5} aria-hidden />
        <span>
          Listening in{' '}
          {listenedTo(environments).map((environment, at) => (
            <span key={environment.id}>
              {at > 0 && ' and '}
              <EnvName environment={environment} />
            </span>
          ))}
          . No event so far.
        </span>
      </p>
    )
  }
  const ageS = Math.max(0, Math.floor((now.getTime() - Date.parse(latest.event.lastSeenAt)) / 1_000))
  return (
    <p className="listening">
      <Check size={16} strokeWidth={1.5} aria-hidden />
      <span>
        <code>{latest.event.name}</code> came in <EnvName environment={latest.environment} />,{' '}
        {ageS < 60 ? `${ageS} s` : sayDuration(ageS - (ageS % 60))} ago.
      </span>
    </p>
  )
}
