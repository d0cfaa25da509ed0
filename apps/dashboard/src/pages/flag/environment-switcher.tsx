import type { Environment } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useDraft } from '../../draft/draft.ts'
import { classes } from '../../parts/classes.ts'
import { envColor, Pennant } from '../../parts/pennant.tsx'
import { pennantState } from '../../parts/pennant-state.ts'
import { sayState } from '../../parts/pennant-words.ts'
import { sayConfig } from './say-config.ts'

type Version = { version: number; config: FlagConfig }

type SwitcherProps = {
  place: { projectId: string; flagKey: string }
  environments: readonly Environment[]
  versions: Readonly<Record<string, Version>>
  current: Environment
  tab: string | undefined
  archived: boolean
  /** The environment something was just saved in. */
  saved: string | undefined
}

/** A flag's line of pennants, large: which environment the page is about. */
export const EnvironmentSwitcher = ({ environments, ...props }: SwitcherProps) => {
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
    <nav className={classes('envs', environments.length > 4 && 'many')} aria-label="Environment" ref={line}>
      {environments.map((environment) => (
        <EnvironmentLink key={environment.id} environment={environment} {...props} />
      ))}
    </nav>
  )
}

const EnvironmentLink = (props: Omit<SwitcherProps, 'environments'> & { environment: Environment }) => {
  const { place, environment, versions, current, tab, archived, saved } = props
  const version = versions[environment.id]
  const draft = useDraft({ ...place, envId: environment.id })
  const state = pennantState(version?.config)
  return (
    <Link
      to="/projects/$projectId/flags/$flagKey"
      params={place}
      search={{ env: environment.slug, ...(tab === undefined ? {} : { tab }) }}
      // The line of pennants stays where it is while one goes along it.
      resetScroll={false}
      activeOptions={{ exact: true }}
      className="env"
      data-env={environment.id}
      style={envColor(environment.color)}
      aria-current={environment.id === current.id ? 'true' : undefined}
      title={archived ? 'archived' : sayState(state)}
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
        {draft && <i className="dot" role="img" aria-label="unsaved changes" title="Unsaved changes" />}
      </b>
      <small>
        {version && `v${version.version}, `}
        {archived && version ? 'archived' : sayConfig(version?.config)}
      </small>
    </Link>
  )
}
