import { GitPullRequestArrow, KeyRound, ScrollText, Terminal, Users } from 'lucide-react'
import type { ComponentType } from 'react'
import { PennantIcon } from './pennant-icon.tsx'

type NavItem = {
  to: string
  label: string
  icon: ComponentType<{ size: number; strokeWidth: number; 'aria-hidden': true }>
  apart?: boolean
}

/** The pages of a project, as the sidebar and the palette list them. */
export const nav = [
  { to: '/projects/$projectId/flags', label: 'Flags', icon: PennantIcon },
  { to: '/projects/$projectId/proposals', label: 'Proposals', icon: GitPullRequestArrow },
  { to: '/projects/$projectId/audit', label: 'Audit log', icon: ScrollText },
  { to: '/projects/$projectId/environments', label: 'Environments & keys', icon: KeyRound, apart: true },
  { to: '/projects/$projectId/members', label: 'Members', icon: Users },
  { to: '/projects/$projectId/start', label: 'Get started', icon: Terminal },
] as const satisfies readonly NavItem[]
