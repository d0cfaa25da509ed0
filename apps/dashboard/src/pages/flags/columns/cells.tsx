import type { Environment } from '@bunting/contract'
import type { ReactNode } from 'react'
import { useActors } from '../../../api/actors.ts'
import type { FlagSummary } from '../../../api/flag-summaries.ts'
import type { FlagInList } from '../../../api/flags.ts'
import { InCode } from '../../../features/flags/in-code.tsx'
import { LastAsked } from '../../../features/flags/last-asked.tsx'
import { kindWords } from '../../../format/flag-kinds.ts'
import { count, plural, short } from '../../../format/number.ts'
import { sayDay } from '../../../format/time.ts'
import { pennantState } from '../../../ui/pennants/pennant-state.ts'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { Time } from '../../../ui/time.tsx'
import { Hints } from '../row/hints.tsx'
import type { ColumnName } from './columns.ts'
import { sayShortly } from './say-shortly.ts'

/** The data of a row. */
type Facts = {
  projectId: string
  flag: FlagInList
  production: Environment | undefined
  proposals: readonly { id: string }[]
  /** Undefined until it is loaded. */
  summary: FlagSummary | undefined
  barsClass: string
}

/** The content of each column. */
export const cells: Record<ColumnName, (facts: Facts) => ReactNode> = {
  production: ({ flag, production }) => production && <InWords flag={flag} environment={production} />,
  change: ({ projectId, flag, proposals, summary }) => (
    <>
      {summary && <LastChange {...summary.lastChange} />}
      <Hints projectId={projectId} flag={flag} proposals={proposals} stale={summary?.stale} />
    </>
  ),
  usage: ({ summary, barsClass }) => summary && <Asked evaluations={summary.evaluations} barsClass={barsClass} />,
  type: ({ flag }) => (
    <>
      {flag.type} <Variants flag={flag} />
    </>
  ),
  asked: ({ summary }) => summary && <LastAsked {...summary} />,
  client: ({ flag }) => (flag.clientSafe ? 'Yes' : <span className="text-ink-3">No</span>),
  kind: ({ flag }) => flag.kind && kindWords[flag.kind].label,
  ends: ({ flag }) => flag.expectedEnd !== undefined && sayDay(flag.expectedEnd),
  code: ({ summary }) => summary && <InCode {...summary} />,
}

const InWords = ({ flag, environment }: { flag: FlagInList; environment: Environment }) => {
  if (flag.archivedAt !== null) return <span className="text-ink-3">Archived</span>
  const { words, isQuiet } = sayShortly(pennantState(flag.versions[environment.id]?.config))
  return isQuiet ? <span className="text-ink-3">{words}</span> : words
}

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

/** The last change. The actor is left out until the name is loaded: an id means nothing to people. */
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

/** The evaluations without today's, which are not counted yet: figures are made at night. */
const Asked = ({ evaluations, barsClass }: Pick<FlagSummary, 'evaluations'> & { barsClass: string }) => {
  const days = evaluations.slice(0, -1)
  const total = days.reduce((sum, day) => sum + day, 0)
  return (
    <div className="usage-cell" title={`${count(days.at(-1) ?? 0)} yesterday, ${count(total)} in ${days.length} days`}>
      <span className={barsClass}>
        <Sparkline days={days} />
      </span>
      <span className="n">{short(days.at(-1) ?? 0)}</span>
    </div>
  )
}
