import type { Environment } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { Happening } from './happening.ts'

type HappeningLinkProps = Pick<ComponentProps<'a'>, 'className' | 'style' | 'tabIndex' | 'onFocus' | 'title'> & {
  flagRef: { projectId: string; flagKey: string }
  environment: Environment
  where: Happening['where']
  children: ReactNode
}

/** Links to the version, to the proposal, to the experiment, or to the flag in its environment. */
export const HappeningLink = ({ flagRef, environment, where, ...props }: HappeningLinkProps) => {
  const { projectId } = flagRef
  if (where.kind === 'proposal') {
    const { proposalId } = where
    return <Link {...props} to="/projects/$projectId/proposals/$proposalId" params={{ projectId, proposalId }} />
  }
  if (where.kind === 'experiment') {
    const { experimentId } = where
    return <Link {...props} to="/projects/$projectId/experiments/$experimentId" params={{ projectId, experimentId }} />
  }
  return (
    <Link
      {...props}
      to="/projects/$projectId/flags/$flagKey"
      params={flagRef}
      search={{
        env: environment.slug,
        ...(where.kind === 'version' && { tab: 'history', b: String(where.version) }),
      }}
    />
  )
}
