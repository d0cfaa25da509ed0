import type { Environment } from '@bunting/contract'
import { type ReactNode, useState } from 'react'
import { useNames } from '../../../api/actors.ts'
import { exactUtc, relativeTime } from '../../../format/time.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Pennant } from '../../../ui/pennants/pennant.tsx'
import { useNow } from '../../../ui/use-now.ts'
import type { Happening } from './happening.ts'
import { HappeningLink } from './happening-link.tsx'
import { sayWhen, sayWho } from './say-happening.ts'

type ListsProps = {
  flagRef: { projectId: string; flagKey: string }
  environments: readonly Environment[]
  coming: readonly Happening[]
  past: readonly Happening[]
  /** The button that shows earlier versions, below the past changes. */
  earlier: ReactNode
}

/** Everything in the lanes as text: the future with the furthest first, so that it ends at now, and then the past. */
export const Lists = ({ flagRef, environments, coming, past, earlier }: ListsProps) => {
  const nameOf = useNames(
    [...coming, ...past].flatMap(({ createdBy, approvedBy }) => [createdBy ?? null, approvedBy ?? null]),
  )
  const row = (happening: Happening) => {
    const environment = environments.find(({ id }) => id === happening.environmentId)
    return (
      environment && (
        <Row
          key={happening.id}
          flagRef={flagRef}
          environment={environment}
          happening={happening}
          who={sayWho(happening, nameOf)}
        />
      )
    )
  }
  return (
    <div className="timeline-lists">
      <section aria-label="To come">
        <h2>
          To come <small className="num">{coming.length}</small>
        </h2>
        {coming.length === 0 && <p className="nothing">Nothing is planned or waits.</p>}
        <Coming items={coming} row={row} />
      </section>
      <section aria-label="What was">
        <h2>
          What was <small>newest first</small>
        </h2>
        {past.length === 0 && <p className="nothing">Nothing happened in these days.</p>}
        <Past items={past} row={row} />
        {earlier}
      </section>
    </div>
  )
}

type ItemsProps = { items: readonly Happening[]; row(one: Happening): ReactNode }

/** The most rows shown at once. */
const [maxComing, maxPast] = [12, 50]

/** The future. Of a long ramp, only the end and the next steps; the others on demand. */
const Coming = ({ items, row }: ItemsProps) => {
  const [isWhole, setWhole] = useState(false)
  if (items.length === 0) return null
  if (isWhole || items.length <= maxComing) return <ol>{items.map(row)}</ol>
  const nearest = items.slice(2 - maxComing)
  return (
    <ol>
      {items.slice(0, 1).map(row)}
      <li className="between">
        <button type="button" className="link" onClick={() => setWhole(true)}>
          Show {items.length - 1 - nearest.length} between
        </button>
      </li>
      {nearest.map(row)}
    </ol>
  )
}

const Past = ({ items, row }: ItemsProps) => {
  const [shown, setShown] = useState(maxPast)
  if (items.length === 0) return null
  return (
    <>
      <ol>{items.slice(0, shown).map(row)}</ol>
      {items.length > shown && (
        <Button className="mt-3" onClick={() => setShown(shown + maxPast)}>
          Show {Math.min(maxPast, items.length - shown)} more
        </Button>
      )}
    </>
  )
}

type RowProps = { flagRef: ListsProps['flagRef']; environment: Environment; happening: Happening; who: string }

const Row = ({ flagRef, environment, happening, who }: RowProps) => {
  const now = useNow()
  const at = new Date(happening.atMs)
  return (
    <li>
      <time dateTime={at.toISOString()} title={exactUtc(at)}>
        {happening.waits ? 'waits' : sayWhen(at, now)}
      </time>
      <Pennant environment={environment} state={happening.state} line />
      <p>
        <b dir="auto">{environment.name}</b> {happening.says}
        {happening.comment !== undefined && (
          <>
            {' '}
            “<bdi>{happening.comment}</bdi>”
          </>
        )}{' '}
        <span className="who">{who}</span>
      </p>
      <Ref flagRef={flagRef} environment={environment} happening={happening} now={now} />
    </li>
  )
}

const Ref = ({ happening, now, ...at }: Omit<RowProps, 'who'> & { now: Date }) => {
  const { where, isComing, waits, atMs, label } = happening
  if (isComing && !waits) return <span className="ref">{relativeTime(new Date(atMs), now)}</span>
  return (
    <HappeningLink {...at} where={where} className="link ref">
      {waits ? 'Review' : where.kind === 'version' ? label : 'See it'}
    </HappeningLink>
  )
}
