import { Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { Dialog as Radix } from 'radix-ui'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useEveryEnvironment } from '../data/environments.ts'
import { useLive } from '../data/live/use-live.ts'
import { watchDrafts } from '../draft/kept.ts'
import type { Turn } from '../pages/flags/use-turn.tsx'
import { CrumbsPlace, focusPage } from './page.tsx'
import './shell.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useKeys } from './use-keys.ts'

const AskTurn = lazy(async () => ({ default: (await import('./ask-turn.tsx')).AskTurn }))
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }))
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** What is around every page of a project. */
export const Shell = () => {
  const { projectId } = useParams({ from: '/projects/$projectId' })
  const [crumbs, setCrumbs] = useState<HTMLElement | null>(null)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [isFinding, setFinding] = useState(false)
  const [isShowingKeys, showKeys] = useState(false)
  const [asked, ask] = useState<Turn>()
  useEveryEnvironment(projectId)
  useLive(projectId)
  useEffect(watchDrafts, [])
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
          <Outlet />
        </div>
      </div>
      <Radix.Root open={isDrawerOpen} onOpenChange={setDrawerOpen}>
        <Radix.Portal>
          <div className="scrim" />
          <Radix.Content className="drawer" aria-describedby={undefined}>
            <Radix.Title className="sr-only">Menu</Radix.Title>
            <Sidebar projectId={projectId} />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      {isFinding && (
        <Suspense>
          <Palette projectId={projectId} ask={ask} showKeys={() => showKeys(true)} onClose={() => setFinding(false)} />
        </Suspense>
      )}
      <Suspense>
        {isShowingKeys && <KeysDialog onClose={() => showKeys(false)} />}
        {asked && <AskTurn projectId={projectId} turn={asked} onClose={() => ask(undefined)} />}
      </Suspense>
    </CrumbsPlace>
  )
}

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
