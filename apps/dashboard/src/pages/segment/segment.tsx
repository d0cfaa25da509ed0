import type { Environment } from '@bunting/contract'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useCarriedEnvironment } from '../../api/carried-environment.ts'
import { useEnvironments } from '../../api/environments.ts'
import { type SegmentInList, sizeIn, useSegments } from '../../api/segments.ts'
import { Page } from '../../features/page/page.tsx'
import { NotFound } from '../../features/page/problem.tsx'
import { Failed } from '../../ui/failed.tsx'
import '../../features/versions/flag.css'
import { segmentDraft } from '../../features/draft/segment-draft.ts'
import { EnvironmentSwitcher } from '../../features/versions/environment-switcher.tsx'
import { PageTabs, tabOf } from '../../features/versions/page-tabs.tsx'
import { useSaved } from '../../features/versions/use-saved.ts'
import { saySize } from '../../format/say-size.ts'
import { LargeSegment } from './large/large-segment.tsx'
import { type SegmentDialog, SegmentDialogs } from './segment-dialogs.tsx'
import { SegmentHeading } from './segment-heading.tsx'
import { listState, saySegmentState, segmentState } from './segment-state.ts'
import { UsedBy } from './used-by/used-by.tsx'

const tabs = { members: 'Members', used: 'Used by', history: 'History' } as const

const from = '/projects/$projectId/segments/$segmentKey'

// The editor includes the engine: its file is requested at once, and shown when it is loaded.
const editor = import('./segment-editor.ts')
const MembersTab = lazy(async () => ({ default: (await editor).MembersTab }))
const SegmentHistory = lazy(async () => ({ default: (await editor).SegmentHistory }))

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

type OneSegmentProps = { segment: SegmentInList; projectId: string; environment: Environment }

const OneSegment = ({ segment, projectId, environment }: OneSegmentProps) => {
  const search = useSearch({ from })
  const [saved, setSaved] = useSaved()
  const [dialog, setDialog] = useState<SegmentDialog>()
  const tab = tabOf(tabs, search.tab)
  const segmentRef = { projectId, segmentKey: segment.key, envId: environment.id }
  const frame = {
    title: segment.name,
    parent: <Parent projectId={projectId} />,
    heading: (
      <SegmentHeading segment={segment} onOpen={setDialog}>
        <EnvironmentSwitcher
          environments={useEnvironments(projectId)}
          stateIn={(one) => stateIn(segment, one)}
          draftsIn={({ id }) => segmentDraft({ ...segmentRef, envId: id })}
          current={environment}
          tab={search.tab}
          archived={segment.archivedAt !== null}
          saved={saved}
        />
        {!segment.large && (
          <PageTabs label="Segment" tabs={tabs} env={environment.slug} current={tab} beside="Who is in" />
        )}
      </SegmentHeading>
    ),
  }
  const shared = { segment, segmentRef, environment }
  return (
    <>
      {segment.large ? (
        <LargeSegment key={environment.id} {...shared} frame={frame} onSaved={() => setSaved(environment.id)} />
      ) : tab === 'members' ? (
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

const stateIn = (segment: SegmentInList, { id }: Environment) => {
  const version = segment.versions[id]
  const size = sizeIn(segment, id)
  const state = version?.size === undefined ? segmentState(version?.config) : listState(version.size)
  const caption = version && size ? `v${version.version}, ${saySize(size)}` : 'nothing yet'
  return { state, says: saySegmentState(state), caption }
}
