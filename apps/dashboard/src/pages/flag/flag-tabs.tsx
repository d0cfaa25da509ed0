import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

const tabs = { rules: 'Rules', timeline: 'Timeline', history: 'History', usage: 'Usage' } as const

export type Tab = keyof typeof tabs

export const tabOf = (text: string | undefined): Tab =>
  text !== undefined && Object.hasOwn(tabs, text) ? (text as Tab) : 'rules'

type FlagTabsProps = { place: { projectId: string; flagKey: string }; env: string; current: Tab; children?: ReactNode }

export const FlagTabs = ({ place, env, current, children }: FlagTabsProps) => (
  <nav className="tabs" aria-label="Flag">
    {(Object.keys(tabs) as Tab[]).map((tab) => (
      <Link
        key={tab}
        to="/projects/$projectId/flags/$flagKey"
        params={place}
        search={{ env, ...(tab === 'rules' ? {} : { tab }) }}
        resetScroll={false}
        // Or the rules, which have no tab in the address, would be current on every tab.
        activeOptions={{ exact: true }}
        aria-current={tab === current ? 'page' : undefined}
      >
        {tabs[tab]}
      </Link>
    ))}
    {children}
    {current === 'rules' && (
      <a className="narrow" href="#try">
        Try it
      </a>
    )}
  </nav>
)
