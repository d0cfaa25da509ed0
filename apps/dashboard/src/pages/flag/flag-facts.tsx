import type { ReactNode } from 'react'
import { useActors } from '../../api/actors.ts'
import { useFlagSummary } from '../../api/flag-summaries.ts'
import { isPastEnd } from '../../features/flags/choose-flags.ts'
import { factsOf } from '../../features/flags/fact-fields.tsx'
import { sayLastAsked } from '../../features/flags/last-asked.tsx'
import { kindWords } from '../../format/flag-kinds.ts'
import { dayOf, sayDay } from '../../format/time.ts'
import { useNow } from '../../ui/use-now.ts'
import './flag-facts.css'
import type { LoadedFlag } from '../../features/rule-editor/use-editing-state.ts'

/** The owner, kind, end, tags and use of a flag, in one line; nothing if there is nothing to say. */
export const FlagFacts = ({ flag }: { flag: LoadedFlag }) => {
  const { tags, ownerId, kind, expectedEnd } = factsOf(flag)
  const summary = useFlagSummary(flag.projectId, flag.key, true)
  const isPast = isPastEnd(flag, dayOf(useNow()))
  const facts: ReactNode[] = [
    ownerId && <Owner key="owner" id={ownerId} />,
    kind && kindWords[kind].label,
    expectedEnd && (
      <span key="end" className={isPast ? 'past' : undefined}>
        {isPast ? 'Was to end' : 'Ends'} {sayDay(expectedEnd)}
      </span>
    ),
    summary && sayLastAsked(summary),
    ...tags.map((tag) => (
      <bdi key={tag} className="tag">
        {tag}
      </bdi>
    )),
  ].filter(Boolean)
  if (facts.length === 0) return null
  return (
    <ul className="flag-facts" aria-label="About this flag">
      {facts.map((fact, index) => (
        <li key={index}>{fact}</li>
      ))}
    </ul>
  )
}

const Owner = ({ id }: { id: string }) => {
  const { name } = useActors([id])(id)
  return (
    <>
      Owned by <bdi>{name}</bdi>
    </>
  )
}
