import { KeyRound } from 'lucide-react'
import { classes } from './classes.ts'
import './words.css'

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0])
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase()

/** The avatar of an actor: a person's initials, or a key. The name is shown beside it. */
export const Face = ({
  name,
  kind = 'user',
  me = false,
}: {
  name: string
  kind?: 'user' | 'api_key'
  me?: boolean
}) => (
  <span className={classes('face', me && 'me', kind === 'api_key' && 'key')} aria-hidden>
    {kind === 'api_key' ? <KeyRound size={13} strokeWidth={1.5} /> : initials(name)}
  </span>
)
