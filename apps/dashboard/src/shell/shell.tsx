import { Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useEveryEnvironment } from '../api/environments.ts'
import { useLive } from '../api/live/use-live.ts'
import { useSession } from '../api/session.ts'
import type { Toggle } from '../features/flag-switch/use-toggle.tsx'
import { useNotifyWanted } from '../features/notify/wanted.ts'
import { CrumbsPlace, focusPage } from '../features/page/page.tsx'
import { later } from '../ui/overlays/later.tsx'
import { AwayLine } from './away-line.tsx'
import { Finding } from './palette/finding.tsx'
import './shell.css'
import { useKeys } from '../ui/use-keys.ts'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

const AskToggle = later(async () => (await import('../features/flag-switch/ask-toggle.tsx')).AskToggle)
const Drawer = later(async () => (await import('./drawer.tsx')).Drawer)
const KeysDialog = later(async () => (await import('./keys-dialog.tsx')).KeysDialog)
const NotifyWaiting = later(async () => (await import('./notify/notify-waiting.tsx')).NotifyWaiting)

/** The frame around every page of a project. */
export const Shell = () => {
  const { projectId } = useParams({ from: '/projects/$projectId' })
  const [crumbs, setCrumbs] = useState<HTMLElement | null>(null)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [isFinding, setFinding] = useState(false)
  const [isShowingKeys, showKeys] = useState(false)
  const [asked, ask] = useState<Toggle>()
  const isNotifying = useNotifyWanted(useSession().user.id)
  useEveryEnvironment(projectId)
  useLive(projectId)
  useDrafts()
  useKeys({
    'ctrl+k': ['Search or jump to', () => setFinding((open) => !open)],
    '?': ['This list', () => showKeys(true)],
  })
  useFocusOnPage(() => setDrawerOpen(false))
  return (
    <CrumbsPlace value={crumbs}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="app">
        <Sidebar projectId={projectId} />
        <div className="main">
          <TopBar crumbs={setCrumbs} onMenu={() => setDrawerOpen(true)} onFind={() => setFinding(true)} />
          <AwayLine />
          <Outlet />
        </div>
      </div>
      {isDrawerOpen && (
        <Drawer onClose={() => setDrawerOpen(false)}>
          <Sidebar projectId={projectId} />
        </Drawer>
      )}
      {isFinding && (
        <Finding projectId={projectId} ask={ask} showKeys={() => showKeys(true)} onClose={() => setFinding(false)} />
      )}
      {isShowingKeys && <KeysDialog onClose={() => showKeys(false)} />}
      {asked && <AskToggle projectId={projectId} toggle={asked} onClose={() => ask(undefined)} />}
      {isNotifying && <NotifyWaiting />}
    </CrumbsPlace>
  )
}

/** Watches the drafts while a user is signed in. */
const useDrafts = (): void =>
  useEffect(() => {
    const over = new AbortController()
    void import('../features/draft/storage/kept.ts').then(({ watchDrafts }) => watchDrafts(over.signal))
    return () => over.abort()
  }, [])

const useFocusOnPage = (onLeave: () => void): void => {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const seen = useRef<string>(undefined)
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== path) {
      onLeave()
      focusPage()
    }
    seen.current = path
  })
}
