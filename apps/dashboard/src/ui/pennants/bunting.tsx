import type { Environment } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { plural } from '../../format/number.ts'
import { Time } from '../time.tsx'
import { Pennant, PennantShape } from './pennant.tsx'
import { cell } from './pennant-path.ts'
import { pennantState } from './pennant-state.ts'
import { sayBunting, sayState } from './pennant-words.ts'

type Version = { version: number; config: FlagConfig; createdAt: string }

type BuntingProps = {
  /** All environments, always in the project's order. */
  environments: readonly Environment[]
  /** The environments to show, if a control beside it leads to the rest. By default the first few, and `+N` for the rest. */
  inView?: readonly Environment[]
  /** The latest version by environment id, as a flag has them. */
  versions: Readonly<Record<string, Version>>
  height?: number
  archived?: boolean
}

/** The most pennants shown; the rest is a number. */
export const maxPennants = 6
/** How far the line extends beyond the pennants at each end, in pixels. */
const overhang = 3
/** The width of the `+N` label, in pixels. */
const restWidth = 28

/** The width for this many environments at the default height, for a table column. */
export const buntingWidth = (environments: number): number =>
  cell.width * Math.min(environments, maxPennants) + 2 * overhang + (environments > maxPennants ? restWidth : 0)

/** A flag's state across environments: one picture, with the whole sentence as its name. */
export const Bunting = ({ environments, inView, versions, height = 24, archived = false }: BuntingProps) => {
  const hang = (environment: Environment) => ({
    environment,
    ...environment,
    state: pennantState(versions[environment.id]?.config),
  })
  const shown = (inView ?? environments.slice(0, maxPennants)).map(hang)
  const rest = inView ? 0 : environments.length - shown.length
  const length = cell.width * shown.length
  const width = length + 2 * overhang
  return (
    <span className="inline-flex items-center gap-1">
      <svg
        className={archived ? 'bunting archived' : 'bunting'}
        width={(width * height) / cell.height}
        height={height}
        viewBox={`${-overhang} 0 ${width} ${cell.height}`}
        role="img"
        aria-label={`${archived ? 'Archived. ' : ''}${sayBunting(environments.map(hang))}`}
      >
        <path className="string" d={`M${-overhang} 6H${length + overhang}`} />
        {shown.map(({ environment, state }, index) => (
          <g key={environment.id} transform={`translate(${index * cell.width})`}>
            <PennantShape environment={environment} state={state} />
          </g>
        ))}
      </svg>
      {rest > 0 && <small className="text-ink-3">+{rest}</small>}
    </span>
  )
}

/** The same state in words, environment by environment, for a card beside it. */
export const Says = ({ environments, versions }: Pick<BuntingProps, 'environments' | 'versions'>) => (
  <ul className="says">
    {environments.map((environment) => {
      const version = versions[environment.id]
      const state = pennantState(version?.config)
      return (
        <li key={environment.id}>
          <Pennant environment={environment} state={state} height={20} line />
          <b dir="auto">{environment.name}</b>
          <span>
            {capital(sayState(state))}
            {version && version.config.rules.length > 0 && `, ${plural(version.config.rules.length, 'rule')}`}.{' '}
            {environment.protected && 'Protected. '}
            {version && (
              <span className="text-ink-3">
                v{version.version}, <Time at={version.createdAt} />
              </span>
            )}
          </span>
        </li>
      )
    })}
  </ul>
)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
