import type { AuditLogEntry } from '@bunting/contract'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { timeOf, type Zone } from '../../format/days.ts'
import { exactUtc } from '../../format/time.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy.tsx'
import { Face } from '../../ui/face.tsx'
import { LookFurther } from './look-further.tsx'
import type { Names } from './names.ts'
import { Subject } from './refs.tsx'
import { Says } from './says.tsx'

type AuditEntryProps = { entry: AuditLogEntry; names: Names; zone: Zone }

export const AuditEntry = ({ entry, names, zone }: AuditEntryProps) => {
  const [isOpen, setOpen] = useState(false)
  const actor = names.actor(entry.actorId)
  const at = new Date(entry.createdAt)
  const raw = JSON.stringify(entry, null, 2)
  const Chevron = isOpen ? ChevronUp : ChevronDown
  return (
    <li className={isOpen ? 'open' : ''}>
      <time dateTime={entry.createdAt} title={exactUtc(at)}>
        {timeOf(at, zone)}
      </time>
      <Face name={actor.name} kind={actor.type} />
      <p>
        <Subject actor={actor} /> <Says entry={entry} names={names} />
      </p>
      <span className="ref">
        <LookFurther entry={entry} names={names} />
      </span>
      <IconButton
        name={isOpen ? 'Hide the entry' : 'Show the entry'}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron size={16} strokeWidth={1.5} aria-hidden />
      </IconButton>
      {isOpen && (
        <div className="raw">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <pre tabIndex={0}>{raw}</pre>
          <CopyButton text={raw} what="the entry" />
        </div>
      )}
    </li>
  )
}
