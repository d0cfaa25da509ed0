import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { type SegmentInList, useSegments } from '../../api/segments.ts'
import { useBecause } from '../../api/session.ts'
import { Page } from '../../features/page/page.tsx'
import { ProjectName } from '../../features/page/project-name.tsx'
import { hasWords, searchText, wordsOf } from '../../format/find-words.ts'
import { count } from '../../format/number.ts'
import { Empty } from '../../ui/blank.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { SearchInput } from '../../ui/controls/field.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { useTyped } from '../../ui/controls/use-typed.ts'
import { Failed } from '../../ui/failed.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import '../../features/flags/flags.css'
import { lastChangeOf } from './last-change-of.ts'
import { NewSegment } from './new-segment.tsx'
import { SegmentTable } from './segment-table.tsx'

const from = '/projects/$projectId/segments'

type Show = 'active' | 'archived' | 'all'
const showOf = (text: string | undefined): Show => (text === 'archived' || text === 'all' ? text : 'active')

export const SegmentsPage = () => {
  const { projectId } = useParams({ from })
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const because = useBecause('editor')
  const { items, isComplete, error, refetch } = useSegments(projectId, true)
  const field = useRef<HTMLInputElement>(null)
  const set = (change: { q?: string | undefined; show?: string | undefined; new?: string | undefined }) =>
    navigate({ search: (now) => withoutGaps({ ...now, ...change }), replace: true, resetScroll: false })
  const { text, setText, writeText } = useTyped(search.q, (q) => void set({ q }))
  const show = showOf(search.show)
  const shown = items && chosen(items, show, text)
  const archived = items?.filter(({ archivedAt }) => archivedAt !== null).length ?? 0
  const makeNew = () => void set({ new: 'segment' })
  useKeys({ '/': ['Filter the segments', () => field.current?.focus()] })
  const newButton = (
    <Button kind="primary" because={because} onClick={makeNew}>
      <Plus size={16} strokeWidth={1.5} aria-hidden />
      New segment
    </Button>
  )
  return (
    <Page
      title="Segments"
      parent={<ProjectName />}
      lede="Audiences that flags share. Change one once, and every flag that names it follows."
      actions={items?.length !== 0 && newButton}
    >
      {error && !items && <Failed title="The segments did not load" error={error} onRetry={() => void refetch()} />}
      {items?.length === 0 && isComplete && <NoSegments>{newButton}</NoSegments>}
      {items && items.length > 0 && (
        <>
          <search className="filters few" aria-label="Segments">
            <SearchInput
              ref={field}
              label="Filter by any words"
              keys="/"
              aria-keyshortcuts="/"
              value={text}
              onChange={(event) => setText(event.target.value)}
              onBlur={writeText}
              onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && setText('')}
            />
            <Segments<Show>
              label="Which segments"
              value={show}
              onChange={(next) => void set({ show: next === 'active' ? undefined : next })}
              options={[
                { value: 'active', label: 'Active', ...(isComplete && { count: items.length - archived }) },
                { value: 'archived', label: 'Archived', ...(isComplete && { count: archived }) },
                { value: 'all', label: 'All' },
              ]}
            />
          </search>
          {shown && shown.length > 0 ? (
            <SegmentTable projectId={projectId} segments={shown} />
          ) : (
            <Empty
              title={text.trim() === '' ? `No ${show} segment` : `No segment matches “${text.trim()}”`}
              actions={
                <Button
                  onClick={() => {
                    setText('')
                    void set({ q: undefined, show: undefined })
                  }}
                >
                  Clear filters
                </Button>
              }
            >
              Names, keys and descriptions were looked through.
            </Empty>
          )}
          <p role="status" className="sr-only">
            {count(shown?.length ?? 0)} of {count(items.length)}
          </p>
        </>
      )}
      {search.new === 'segment' && because === undefined && (
        <NewSegment
          projectId={projectId}
          onClose={() => void set({ new: undefined })}
          onCreated={async (segmentKey) => {
            // Going back in history leads to the table, not to the dialog.
            await set({ new: undefined })
            await navigate({ to: '/projects/$projectId/segments/$segmentKey', params: { projectId, segmentKey } })
          }}
        />
      )}
    </Page>
  )
}

const withoutGaps = (search: { q?: string | undefined; show?: string | undefined; new?: string | undefined }) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Record<string, string>

/** The segments that match, the last changed first. */
const chosen = (segments: readonly SegmentInList[], show: Show, text: string): SegmentInList[] =>
  segments
    .filter(({ archivedAt }) => show === 'all' || (archivedAt === null) === (show === 'active'))
    .filter(({ name, key, description }) => hasWords(searchText([name, key, description]), wordsOf(text)))
    .toSorted((one, other) => (lastChangeOf(one) < lastChangeOf(other) ? 1 : -1))

const NoSegments = ({ children }: { children: React.ReactNode }) => (
  <Empty title="No segments yet" actions={children}>
    A segment is a named audience, such as the beta testers or the staff: ids that are in, ids that are out, and rules
    for everybody else. Flags ask whether somebody is in it, so that you say who they are in one place.
  </Empty>
)
