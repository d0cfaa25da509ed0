import type { CSSProperties } from 'react'
import './bunting.css'
import { bigFromPx, cell, inkPath, paths } from './pennant-path.ts'
import type { PennantState } from './pennant-state.ts'

/** Passes the colour of an environment as `--env`; the class `env` derives a readable `--ec` from it. */
export const envColor = (color: string): CSSProperties => ({ '--env': color }) as CSSProperties

type Environment = { color: string; protected: boolean }

/** The inside of one pennant, in its cell. */
export const PennantShape = ({
  environment,
  state,
  big = false,
}: {
  environment: Environment
  state: PennantState
  big?: boolean
}) => {
  if (state.kind === 'nothing') return <circle className="knot" cx="9" cy="6" r="2" />
  const ink = inkPath({ ...state, big })
  return (
    <g className="env" style={envColor(environment.color)}>
      {ink && <path className="fill" d={ink} />}
      <path className="edge" d={state.forked ? paths.forked : paths.plain} />
      {environment.protected && <path className="shackle" d={paths.shackle} />}
    </g>
  )
}

type PennantProps = {
  environment: Environment
  state: PennantState
  /** In pixels: 20 inline, 24 in tables, 40 in a switcher, 56 to 64 in a header. */
  height?: number
  /** Draws a piece of line behind the pennant: on a line, a pennant shows the state of a flag. */
  line?: boolean
  archived?: boolean
  /** Turns true after a save, for the one animation. */
  sways?: boolean
  /** The accessible name; left out if text beside it says the same. */
  label?: string
}

export const Pennant = ({ environment, state, height = 24, line = false, label, ...looks }: PennantProps) => {
  const big = height >= bigFromPx
  const className = ['bunting', big && 'big', looks.archived && 'archived', looks.sways && 'sways']
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it is named where nothing beside it says the same, and hidden elsewhere.
    <svg
      className={className.filter(Boolean).join(' ')}
      width={(height * cell.width) / cell.height}
      height={height}
      viewBox={`0 0 ${cell.width} ${cell.height}`}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {line && <path className="string" d="M0 6H18" />}
      <PennantShape environment={environment} state={state} big={big} />
    </svg>
  )
}
