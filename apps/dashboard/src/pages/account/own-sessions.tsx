import { type OwnSession, useEndSession, useSessions } from '../../api/sessions.ts'
import { sayBrowser } from '../../format/browser.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Time } from '../../ui/time.tsx'

const heads = [
  'Browser',
  'Signed in from',
  'Signed in',
  'Last used',
  <span key="actions" className="sr-only">
    Actions
  </span>,
]

/** The user's sessions in all browsers. Ending the current one signs the user out. */
export const OwnSessions = ({ onLeave }: { onLeave(): void }) => {
  const { data: sessions, error, refetch } = useSessions()
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions" className="mt-9 mb-2">
        Where you are signed in
      </h2>
      {error && !sessions && <Failed title="Your sessions did not load" error={error} onRetry={() => void refetch()} />}
      {sessions && (
        <Table label="Your sessions" heads={heads}>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onLeave={onLeave} />
          ))}
        </Table>
      )}
      <p className="mt-4 max-w-[88ch] text-ink-3">
        A session ends after 12 hours without use, and after 7 days in any case. If one is not yours, end it, and change
        your password at the identity provider.
      </p>
    </section>
  )
}

const SessionRow = ({ session, onLeave }: { session: OwnSession; onLeave(): void }) => {
  const end = useEndSession()
  const { id, current, address, userAgent, createdAt, lastUsedAt } = session
  // Older sessions have no user agent stored; for the current one, the browser tells it.
  const browser = sayBrowser(userAgent ?? (current ? navigator.userAgent : undefined))
  return (
    <tr>
      <td className="desc" title={userAgent}>
        <span className="inline-flex max-w-80 items-center gap-2">
          <bdi className="truncate">{browser}</bdi>
          {current && <Tag kind="accent">This one</Tag>}
        </span>
      </td>
      <td>{address === undefined ? <span className="text-ink-3">not known</span> : <code>{address}</code>}</td>
      <td className="text-ink-2">
        <Time at={createdAt} />
      </td>
      <td className="text-ink-2">
        <Time at={lastUsedAt} />
      </td>
      <td>
        <Button
          kind="danger"
          size="sm"
          className="ghost -mr-2"
          busy={end.isPending}
          onClick={() => (current ? onLeave() : end.mutate(id))}
          aria-label={current ? 'Sign out here' : `End the session of ${browser}`}
        >
          {current ? 'Sign out' : 'End'}
        </Button>
      </td>
    </tr>
  )
}
