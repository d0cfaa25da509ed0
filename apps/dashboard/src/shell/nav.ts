import {
  Blend,
  CalendarClock,
  ChartNoAxesColumn,
  Columns2,
  FlaskConical,
  GitPullRequestArrow,
  KeyRound,
  ScrollText,
  Settings2,
  Sprout,
  Terminal,
  UserSearch,
  Users,
  Webhook,
} from 'lucide-react'
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
  { to: '/projects/$projectId/experiments', label: 'Experiments', icon: FlaskConical },
  { to: '/projects/$projectId/segments', label: 'Segments', icon: Blend },
  { to: '/projects/$projectId/proposals', label: 'Proposals', icon: GitPullRequestArrow },
  { to: '/projects/$projectId/schedules', label: 'Schedules', icon: CalendarClock },
  { to: '/projects/$projectId/overview', label: 'Overview', icon: ChartNoAxesColumn, apart: true },
  { to: '/projects/$projectId/cleanup', label: 'Clean up', icon: Sprout },
  { to: '/projects/$projectId/compare', label: 'Compare', icon: Columns2 },
  { to: '/projects/$projectId/person', label: 'One person', icon: UserSearch },
  { to: '/projects/$projectId/environments', label: 'Environments & keys', icon: KeyRound, apart: true },
  { to: '/projects/$projectId/members', label: 'Members', icon: Users },
  { to: '/projects/$projectId/webhooks', label: 'Webhooks', icon: Webhook },
  { to: '/projects/$projectId/audit', label: 'Audit log', icon: ScrollText },
  { to: '/projects/$projectId/settings', label: 'Settings', icon: Settings2 },
  { to: '/projects/$projectId/start', label: 'Get started', icon: Terminal },
] as const satisfies readonly NavItem[]
