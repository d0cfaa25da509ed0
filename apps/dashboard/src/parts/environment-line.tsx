import type { Environment } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { classes } from './classes.ts'
import { envColor, Pennant } from './pennant.tsx'
import type { PennantState } from './pennant-state.ts'

type Hung = {
  environment: Environment
  state: PennantState
  /** The state in words. */
  says: string
  /** Under its name: `v7, 3 rules`. */
  caption: string
  /** Beside its name: whether there is a draft. */
  mark: ReactNode
}

type EnvironmentLineProps = {
  hung: readonly Hung[]
  current: Environment
  tab: string | undefined
  archived: boolean
  /** The environment something was just saved in. */
  saved: string | undefined
}

/** A line of pennants, large: which environment the page is about. It leads to the same page in another one. */
export const EnvironmentLine = ({ hung, ...props }: EnvironmentLineProps) => {
  const line = useRef<HTMLElement>(null)
  // Of many, the one that the page is about may be further along.
  useLayoutEffect(() => {
    const link = line.current?.querySelector<HTMLElement>(`[data-env="${props.current.id}"]`)
    if (!line.current || !link) return
    const { offsetLeft, offsetWidth } = link
    const { scrollLeft, clientWidth } = line.current
    if (offsetLeft < scrollLeft || offsetLeft + offsetWidth > scrollLeft + clientWidth) {
      line.current.scrollLeft = offsetLeft - (clientWidth - offsetWidth) / 2
    }
  }, [props.current.id])
  return (
    <nav className={classes('envs', hung.length > 4 && 'many')} aria-label="Environment" ref={line}>
      {hung.map((one) => (
        <EnvironmentLink key={one.environment.id} {...one} {...props} />
      ))}
    </nav>
  )
}

const EnvironmentLink = (props: Omit<EnvironmentLineProps, 'hung'> & Hung) => {
  const { environment, state, says, caption, mark, current, tab, archived, saved } = props
  return (
    <Link
      to="."
      search={{ env: environment.slug, ...(tab === undefined ? {} : { tab }) }}
      // The line of pennants stays where it is while one goes along it.
      resetScroll={false}
      activeOptions={{ exact: true }}
      className="env"
      data-env={environment.id}
      style={envColor(environment.color)}
      aria-current={environment.id === current.id ? 'true' : undefined}
      title={archived ? 'archived' : says}
    >
      <Pennant
        environment={environment}
        state={state}
        height={40}
        archived={archived}
        sways={saved === environment.id}
      />
      <b>
        <span dir="auto">{environment.name}</span>
        {environment.protected && <Lock size={13} strokeWidth={1.5} role="img" aria-label="protected" />}
        {mark}
      </b>
      <small>{caption}</small>
    </Link>
  )
}

/** Says that there are changes that are not saved. */
export const DraftDot = () => <i className="dot" role="img" aria-label="unsaved changes" title="Unsaved changes" />
