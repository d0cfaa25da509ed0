import { Link } from '@tanstack/react-router'
import '../../ui/controls/choice.css'

const tabs = { members: 'Members', used: 'Used by', history: 'History' } as const

type Tab = keyof typeof tabs

export const tabOf = (text: string | undefined): Tab =>
  text !== undefined && Object.hasOwn(tabs, text) ? (text as Tab) : 'members'

type SegmentTabsProps = { place: { projectId: string; segmentKey: string }; env: string; current: Tab }

export const SegmentTabs = ({ place, env, current }: SegmentTabsProps) => (
  <nav className="tabs" aria-label="Segment">
    {(Object.keys(tabs) as Tab[]).map((tab) => (
      <Link
        key={tab}
        to="/projects/$projectId/segments/$segmentKey"
        params={place}
        search={{ env, ...(tab === 'members' ? {} : { tab }) }}
        resetScroll={false}
        // Or the members, which have no tab in the address, would be current on every tab.
        activeOptions={{ exact: true }}
        aria-current={tab === current ? 'page' : undefined}
      >
        {tabs[tab]}
      </Link>
    ))}
    {current === 'members' && (
      <a className="narrow" href="#try">
        Who is in
      </a>
    )}
  </nav>
)
