import type { Environment, SdkType } from '@bunting/contract'
import { Ban, Check, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEnvironments } from '../../api/environments.ts'
import { useCodeCounts } from '../../api/flag-summaries.ts'
import { type AskedBy, useDayUsage } from '../../api/health.ts'
import { count, plural } from '../../format/number.ts'
import { EnvName } from '../../ui/pennants/env-name.tsx'
import { Time } from '../../ui/time.tsx'
import './who-still-asks.css'

/** A flag to archive. */
type Going = {
  key: string
  name: string
  /** Further information about the flag. */
  says?: string | undefined
  /** The flag cannot be archived; `says` tells why. */
  stays?: boolean
}

type WhoStillAsksProps = { projectId: string; flags: readonly Going[] }

/** The effect of archiving on apps, flag by flag, for one flag or many: those that are still asked for come first. */
export const WhoStillAsks = ({ projectId, flags }: WhoStillAsksProps) => {
  const environments = useEnvironments(projectId)
  const keys = flags.map(({ key }) => key)
  const { data } = useDayUsage(projectId, keys)
  const inCode = useCodeCounts(projectId, keys)
  if (!data) return <p className="text-ink-3">Looking who asked in the last day …</p>
  const lines = flags
    .map((flag) => ({ flag, asked: data.get(flag.key) ?? [], named: inCode[flag.key] ?? 0 }))
    .map((line) => ({ ...line, kind: kindOf(line) }))
  const asked = lines.filter((line) => line.kind === 'warn' && isAsked(line)).length
  return (
    <section className="still-asks" aria-label="Who still asks">
      {flags.length > 1 && asked > 0 && (
        <p className="sum">
          {asked === 1 ? '1 of them is still asked for' : `${count(asked)} of them are still asked for`}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <ul tabIndex={0} aria-label="Flag by flag">
        {kinds
          .flatMap((kind) => lines.filter((line) => line.kind === kind))
          .map(({ flag, asked, named, kind }) => (
            <Line key={flag.key} kind={kind} name={flag.name}>
              {flag.says && <p>{flag.says}</p>}
              <Asked asked={asked} environments={environments} />
              {named > 0 && <p>Code still names it, on {plural(named, 'line')}.</p>}
            </Line>
          ))}
      </ul>
    </section>
  )
}

const icons = { warn: TriangleAlert, stays: Ban, quiet: Check }
type Kind = keyof typeof icons
const kinds = Object.keys(icons) as Kind[]

/** An error counts as a warning: not knowing is no all-clear. */
const isAsked = ({ asked }: { asked: AskedBy | Error }): boolean => asked instanceof Error || asked.length > 0

const kindOf = (line: { flag: Going; asked: AskedBy | Error; named: number }): Kind =>
  line.flag.stays ? 'stays' : isAsked(line) || line.named > 0 ? 'warn' : 'quiet'

const Line = ({ kind, name, children }: { kind: Kind; name: string; children: ReactNode }) => {
  const Icon = icons[kind]
  return (
    <li className={kind}>
      <Icon size={16} strokeWidth={1.5} aria-hidden />
      <b dir="auto">{name}</b>
      <div>{children}</div>
    </li>
  )
}

const by: Record<SdkType, string> = { server: 'server SDKs', client: 'client SDKs', edge: 'OFREP' }

const Asked = ({ asked, environments }: { asked: AskedBy | Error; environments: readonly Environment[] }) => {
  if (asked instanceof Error) return <p>Who asked for it lately is not known: {asked.message}</p>
  if (asked.length === 0) return <p>No SDK reported an evaluation in the last 24 hours, in any environment.</p>
  return (
    <>
      <p>It was asked for in the last 24 hours:</p>
      <ul>
        {asked.map(({ environmentId, sdkType, total, lastEvaluatedAt }) => {
          const environment = environments.find(({ id }) => id === environmentId)
          return (
            <li key={`${environmentId} ${sdkType}`}>
              {environment && <EnvName environment={environment} />} by {by[sdkType]}: {plural(total, 'time')}, last{' '}
              <Time at={lastEvaluatedAt} />
            </li>
          )
        })}
      </ul>
    </>
  )
}
