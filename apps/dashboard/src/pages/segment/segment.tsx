import type { Environment } from '@bunting/contract'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useCarriedEnvironment } from '../../api/carried-environment.ts'
import { type SegmentInList, useSegments } from '../../api/segments.ts'
import { Page } from '../../features/page/page.tsx'
import { NotFound } from '../../features/page/problem.tsx'
import { Failed } from '../../ui/failed.tsx'
import '../../features/versions/flag.css'
import { type SegmentDialog, SegmentDialogs } from './segment-dialogs.tsx'
import { SegmentHeading } from './segment-heading.tsx'
import { SegmentSwitcher } from './segment-switcher.tsx'
import { SegmentTabs, tabOf } from './segment-tabs.tsx'
import { UsedBy } from './used-by/used-by.tsx'

const from = '/projects/$projectId/segments/$segmentKey'

// The editor brings the engine along: it is asked for at once, and shown when it is there.
const members = import('./members.tsx')
const MembersTab = lazy(async () => ({ default: (await members).MembersTab }))
const SegmentHistory = lazy(async () => ({ default: (await import('./history/history.tsx')).SegmentHistory }))

export const SegmentPage = () => {
  const { projectId, segmentKey } = useParams({ from })
  const { env } = useSearch({ from })
  const environment = useCarriedEnvironment(projectId, env)
  const { items, isComplete, error, refetch } = useSegments(projectId, true)
  const segment = items?.find(({ key }) => key === segmentKey)
  if (segment && environment) {
    return <OneSegment key={segment.id} segment={segment} projectId={projectId} environment={environment} />
  }
  if (isComplete) return <NotFound />
  return (
    <Page title={segmentKey} parent={<Parent projectId={projectId} />}>
      {error && <Failed title="The segment did not load" error={error} onRetry={() => void refetch()} />}
    </Page>
  )
}

const Parent = ({ projectId }: { projectId: string }) => (
  <Link to="/projects/$projectId/segments" params={{ projectId }}>
    Segments
  </Link>
)

/** How long the pennant of what was saved sways, and a little more. */
const swayMs = 400

type OneSegmentProps = { segment: SegmentInList; projectId: string; environment: Environment }

const OneSegment = ({ segment, projectId, environment }: OneSegmentProps) => {
  const search = useSearch({ from })
  const [saved, setSaved] = useState<string>()
  const [dialog, setDialog] = useState<SegmentDialog>()
  useEffect(() => {
    if (saved === undefined) return
    const timer = setTimeout(() => setSaved(undefined), swayMs)
    return () => clearTimeout(timer)
  }, [saved])
  const tab = tabOf(search.tab)
  const place = { projectId, segmentKey: segment.key, envId: environment.id }
  const frame = {
    title: segment.name,
    parent: <Parent projectId={projectId} />,
    heading: (
      <SegmentHeading segment={segment} onOpen={setDialog}>
        <SegmentSwitcher segment={segment} projectId={projectId} current={environment} tab={search.tab} saved={saved} />
        <SegmentTabs place={place} env={environment.slug} current={tab} />
      </SegmentHeading>
    ),
  }
  const shared = { segment, place, environment }
  return (
    <>
      {tab === 'members' ? (
        <Suspense fallback={<Page {...frame}>{null}</Page>}>
          <MembersTab key={environment.id} {...shared} frame={frame} onSaved={() => setSaved(environment.id)} />
        </Suspense>
      ) : (
        <Page {...frame}>
          <Suspense>
            {tab === 'history' ? <SegmentHistory key={environment.id} {...shared} /> : <UsedBy {...shared} />}
          </Suspense>
        </Page>
      )}
      <SegmentDialogs open={dialog} segment={segment} projectId={projectId} onClose={() => setDialog(undefined)} />
    </>
  )
}
