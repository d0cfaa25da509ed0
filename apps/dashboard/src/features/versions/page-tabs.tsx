import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import '../../ui/controls/choice.css'

type Tabs<Tab extends string> = Readonly<Record<Tab, string>>

/** The tab in the address; by default the first. */
export const tabOf = <Tab extends string>(tabs: Tabs<Tab>, text: string | undefined): Tab =>
  text !== undefined && Object.hasOwn(tabs, text) ? (text as Tab) : firstOf(tabs)

const namesOf = <Tab extends string>(tabs: Tabs<Tab>) => Object.keys(tabs) as [Tab, ...Tab[]]
const firstOf = <Tab extends string>(tabs: Tabs<Tab>): Tab => namesOf(tabs)[0]

type PageTabsProps<Tab extends string> = {
  /** The accessible name of the tabs. */
  label: string
  tabs: Tabs<Tab>
  env: string
  current: Tab
  /** The name of the content beside the first tab, which is below it on narrow screens: the label of a link to it. */
  beside: string
  children?: ReactNode
}

/** The tabs of the current page, all in the same environment. */
export const PageTabs = <Tab extends string>({ label, tabs, env, current, beside, children }: PageTabsProps<Tab>) => {
  const first = firstOf(tabs)
  return (
    <nav className="tabs" aria-label={label}>
      {namesOf(tabs).map((tab) => (
        <Link
          key={tab}
          to="."
          search={{ env, ...(tab === first ? {} : { tab }) }}
          resetScroll={false}
          // Otherwise the first tab, which is not in the address, would be current on every tab.
          activeOptions={{ exact: true }}
          aria-current={tab === current ? 'page' : undefined}
        >
          {tabs[tab]}
        </Link>
      ))}
      {children}
      {current === first && (
        <a className="narrow" href="#try">
          {beside}
        </a>
      )}
    </nav>
  )
}
