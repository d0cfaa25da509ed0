import type { Environment } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { classes } from '../classes.ts'
import { useWidth } from '../use-width.ts'
import { AllEnvironments } from './all-environments.tsx'
import { fitEnvironments } from './fit-environments.ts'
import { envColor, Pennant } from './pennant.tsx'
import type { PennantState } from './pennant-state.ts'

type Hung = {
  environment: Environment
  state: PennantState
  /** The state in words. */
  says: string
  /** The text under the name: `v7, 3 rules`. */
  caption: string
  /** The mark beside the name, for a draft. */
  mark: ReactNode
}

type EnvironmentLineProps = {
  hung: readonly Hung[]
  current: Environment
  tab: string | undefined
  archived: boolean
  /** The id of the environment that was just saved. */
  saved: string | undefined
}

/** The width of a link in which its name is readable: less if there are few environments, whose names are short. */
const linkWidths = { few: 112, many: 152 }
/** The width of the `+N` button. */
const restWidth = 64

/** A line of large pennants that shows the page's environment, and links to the same page in the others. */
export const EnvironmentLine = ({ hung, ...props }: EnvironmentLineProps) => {
  const line = useRef<HTMLElement>(null)
  const width = useWidth(line)
  const environments = hung.map(({ environment }) => environment)
  const isMany = hung.length > 4
  const linkWidth = isMany ? linkWidths.many : linkWidths.few
  const fitsWhole = width === undefined || hung.length * linkWidth <= width
  const shown = fitsWhole
    ? environments
    : fitEnvironments(environments, { count: Math.floor((width - restWidth) / linkWidth), current: props.current })
  const folded = hung.length - shown.length
  const hungOf = new Map(hung.map((one) => [one.environment, one]))
  return (
    <nav className={classes('envs', isMany && 'many')} aria-label="Environment" ref={line}>
      {shown.map((environment) => {
        const one = hungOf.get(environment)
        return one && <EnvironmentLink key={environment.id} {...one} {...props} />
      })}
      {folded > 0 && (
        <AllEnvironments folded={folded} environments={environments}>
          {(environment, close) => {
            const one = hungOf.get(environment)
            return one && <ListedLink {...one} {...props} onOpen={close} />
          }}
        </AllEnvironments>
      )}
    </nav>
  )
}

/** The link of an environment in the list of all. */
const ListedLink = (props: Omit<EnvironmentLineProps, 'hung'> & Hung & { onOpen(): void }) => {
  const { environment, state, caption, mark, current, tab, archived, onOpen } = props
  return (
    <Link
      to="."
      search={{ env: environment.slug, ...(tab === undefined ? {} : { tab }) }}
      resetScroll={false}
      activeOptions={{ exact: true }}
      aria-current={environment.id === current.id ? 'true' : undefined}
      onClick={onOpen}
    >
      <Pennant environment={environment} state={state} height={20} line archived={archived} />
      <span dir="auto">{environment.name}</span>
      {mark}
      <small>{caption}</small>
    </Link>
  )
}

const EnvironmentLink = (props: Omit<EnvironmentLineProps, 'hung'> & Hung) => {
  const { environment, state, says, caption, mark, current, tab, archived, saved } = props
  return (
    <Link
      to="."
      search={{ env: environment.slug, ...(tab === undefined ? {} : { tab }) }}
      // Keeps the scroll position, so that the line of pennants stays in place while the user goes along it.
      resetScroll={false}
      activeOptions={{ exact: true }}
      className="env"
      style={envColor(environment.color)}
      aria-current={environment.id === current.id ? 'true' : undefined}
      title={`${environment.name}: ${archived ? 'archived' : says}`}
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

/** A dot for unsaved changes. */
export const DraftDot = () => <i className="dot" role="img" aria-label="unsaved changes" title="Unsaved changes" />
