import { metaText } from '../entry.ts'
import type { ActionWords, EntryProps } from './action.ts'

/** Where the request came from, as far as it was said. */
const From = ({ entry }: EntryProps) => {
  const address = metaText(entry, 'address')
  return address === undefined ? null : (
    <>
      {' '}
      from <code>{address}</code>
    </>
  )
}

export const sessionCreated: ActionWords = {
  label: 'Signed in',
  resourceType: 'session',
  Says: (props) => (
    <>
      signed in
      <From {...props} />
    </>
  ),
}

/** An admin who removes somebody ends their sessions too: then it is not their own. */
export const sessionEnded: ActionWords = {
  label: 'Signed out',
  resourceType: 'session',
  Says: (props) => (
    <>
      ended a session
      <From {...props} />
    </>
  ),
}

/** One row a reason. */
const reasons: Record<string, string> = {
  uninvited: 'nobody lets them in',
  removed: 'they were removed',
  unverified: 'their e-mail address is not verified',
}

export const sessionRefused: ActionWords = {
  label: 'Sign-in refused',
  resourceType: 'session',
  Says: (props) => {
    const { entry } = props
    const who = metaText(entry, 'email') ?? metaText(entry, 'name')
    const reason = reasons[metaText(entry, 'reason') ?? '']
    return (
      <>
        was not let in{who !== undefined && <> as {<b dir="auto">{who}</b>}</>}
        <From {...props} />
        {reason !== undefined && `: ${reason}`}
      </>
    )
  },
}
