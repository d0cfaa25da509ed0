import type { Environment } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import { memo, type Ref } from 'react'
import { useActors } from '../../data/actors.ts'
import { type FlagSummary, useFlagSummary } from '../../data/flag-summaries.ts'
import type { FlagInList } from '../../data/flags.ts'
import { count, plural, short } from '../../format/number.ts'
import { Sparkline } from '../../parts/sparkline.tsx'
import { Time } from '../../parts/time.tsx'
import { Hints } from './hints.tsx'
import { RowMenu } from './row-menu.tsx'
import { RowState } from './row-state.tsx'
import type { Turn } from './use-turn.tsx'

type FlagRowProps = {
  projectId: string
  flag: FlagInList
  environments: readonly Environment[]
  proposals: readonly { id: string }[]
  /** Its place in the list, of which only a part is in the page. */
  index: number
  /** Rows that fly by ask for nothing. */
  rests: boolean
  onTurn(turn: Turn): void
  onArchive(flag: FlagInList): void
  measure: Ref<HTMLTableRowElement>
}

export const FlagRow = memo(({ projectId, flag, environments, proposals, index, rests, ...on }: FlagRowProps) => {
  const summary = useFlagSummary(projectId, flag.key, rests)
  return (
    <tr ref={on.measure} data-index={index} aria-rowindex={index + 2}>
      <td className="c-bunting">
        <RowState projectId={projectId} flag={flag} environments={environments} onTurn={on.onTurn} />
      </td>
      <td className="c-name">
        <span className="name">
          <Link to="/projects/$projectId/flags/$flagKey" params={{ projectId, flagKey: flag.key }}>
            <bdi>{flag.name}</bdi>
          </Link>
        </span>
        <code className="key">{flag.key}</code>
      </td>
      <td className="c-type">
        {flag.type} <Variants flag={flag} />
      </td>
      <td className="c-client">{flag.clientSafe ? 'Yes' : <span className="text-ink-3">No</span>}</td>
      <td className="c-change">{summary && <LastChange {...summary.lastChange} />}</td>
      <td className="c-usage">{summary && <Asked evaluations={summary.evaluations} />}</td>
      <td className="c-hint">
        <Hints projectId={projectId} proposals={proposals} stale={summary?.stale} />
      </td>
      <td className="c-menu">
        <RowMenu projectId={projectId} flag={flag} onArchive={on.onArchive} />
      </td>
    </tr>
  )
})

const Variants = ({ flag }: { flag: FlagInList }) => {
  const max = Math.max(0, ...Object.values(flag.versions).map(({ config }) => config.variants?.length ?? 0))
  if (max === 0) return null
  return (
    <span className="text-ink-3" title={plural(max, 'variant')}>
      · {max}
      <span className="sr-only"> {max === 1 ? 'variant' : 'variants'}</span>
    </span>
  )
}

/** Who did it is left out until it is known: an id says nothing to a person. */
const LastChange = ({ actorId, at }: FlagSummary['lastChange']) => {
  const { id, name, isAwaited } = useActors([actorId])(actorId)
  const isNamed = !isAwaited && (name !== id || !/^(user|key)_/.test(id))
  return (
    <div className="change">
      {isNamed && (
        <span className="who" dir="auto">
          {name}
        </span>
      )}
      <span className="when">
        {isNamed && ', '}
        <Time at={at} />
      </span>
    </div>
  )
}

/** Today is not counted yet: figures are made at night. */
const Asked = ({ evaluations }: Pick<FlagSummary, 'evaluations'>) => {
  const days = evaluations.slice(0, -1)
  const total = days.reduce((sum, day) => sum + day, 0)
  return (
    <div className="usage-cell" title={`${count(days.at(-1) ?? 0)} yesterday, ${count(total)} in ${days.length} days`}>
      <Sparkline days={days} />
      <span className="n">{short(days.at(-1) ?? 0)}</span>
    </div>
  )
}
