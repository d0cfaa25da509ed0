import { useNavigate, useParams } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSetFavourite } from '../../api/favourites.ts'
import type { FlagInList } from '../../api/flags.ts'
import { useBecause } from '../../api/session.ts'
import { Page } from '../../features/page/page.tsx'
import { ProjectName } from '../../features/page/project-name.tsx'
import { count } from '../../format/number.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { NotAll } from '../../ui/not-all.tsx'
import '../../features/flags/flags.css'
import type { Toggle } from '../../features/flag-switch/use-toggle.tsx'
import { Legend } from '../../features/flags/legend.tsx'
import { useSelection } from '../../features/flags/use-selection.ts'
import { layOut } from './columns/lay-out.ts'
import { useColumnChoice } from './columns/use-column-choice.ts'
import { Filters } from './filters/filters.tsx'
import { useFlagsSearch } from './filters/use-flags-search.ts'
import { FlagTable } from './flag-table.tsx'
import { ArchiveFlag, AskToggle, BulkBar, loadDialogs, NewFlag } from './later-dialogs.ts'
import { NoFlags, NoMatch } from './no-flags.tsx'
import { useRowKeys } from './row/use-row-keys.ts'
import { useChosenFlags } from './use-chosen-flags.ts'
import { useListItems } from './use-list-items.ts'
import { usePendingByFlag } from './use-pending-by-flag.ts'
import { ViewsBar } from './views/views-bar.tsx'

export const FlagsPage = () => {
  const { projectId } = useParams({ from: '/projects/$projectId/flags' })
  const { search, text, setText, writeText, set, clear } = useFlagsSearch()
  const chosen = useChosenFlags(projectId, search)
  const { flags, all, others, counts, environment, environments, isEmpty, error, retry } = chosen
  const { items, fold } = useListItems(flags, search.group)
  const selection = useSelection(items)
  const { choice, choose } = useColumnChoice(projectId)
  const layout = useMemo(() => layOut(environments, choice), [environments, choice])
  const pending = usePendingByFlag(projectId)
  const navigate = useNavigate()
  const because = useBecause('editor')
  const { mutate: setFavourite } = useSetFavourite(projectId)
  const [asked, setAsked] = useState<Toggle>()
  const [archiving, setArchiving] = useState<FlagInList>()
  const field = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)

  const counted = flags && counts ? `${count(flags.length)} of ${count(counts.active + counts.archived)}` : ''
  const makeNew = () => void set({ new: 'flag' })
  const { step } = useRowKeys({ field, body, selection })
  useEffect(() => void loadDialogs(), [])

  return (
    <Page
      title="Flags"
      parent={<ProjectName />}
      actions={
        <Button kind="primary" because={because} onClick={makeNew}>
          <Plus size={16} strokeWidth={1.5} aria-hidden />
          New flag
        </Button>
      }
    >
      {error && !flags ? (
        <Failed title="The flags did not load" error={error} onRetry={retry} />
      ) : isEmpty ? (
        <NoFlags projectId={projectId} onNew={makeNew} />
      ) : (
        <>
          <ViewsBar projectId={projectId} search={search} onSaved={(view) => void set({ view })} />
          <Filters
            search={search}
            text={text}
            onText={setText}
            onTextDone={writeText}
            onChange={set}
            all={all}
            environment={environment}
            environments={environments}
            counts={counts}
            choice={choice}
            choose={choose}
            field={field}
            onDown={() => step(1)}
          />
          {error && flags && !counts && <NotAll what="flags" error={error} onRetry={retry} />}
          {flags?.length === 0 && others ? (
            <NoMatch
              search={search}
              others={others}
              onClear={clear}
              onOthers={() => set({ show: search.show === 'archived' ? undefined : 'archived' })}
            />
          ) : (
            <>
              <FlagTable
                projectId={projectId}
                items={items}
                layout={layout}
                proposals={pending}
                favourites={chosen.favourites}
                selected={selection.ids}
                selection={selection.isAll ? 'all' : selection.flags.length > 0 ? 'some' : 'none'}
                onSelectAll={selection.selectAll}
                onFold={fold}
                body={body}
                onAskToggle={setAsked}
                onArchive={setArchiving}
                onSelect={selection.select}
                onFavourite={setFavourite}
              />
              {flags && <Legend layout={layout} count={counted} />}
            </>
          )}
          <p role="status" className="sr-only">
            {counted}
          </p>
          <BulkBar projectId={projectId} flags={selection.flags} all={all} onClear={selection.clear} />
        </>
      )}
      {search.new === 'flag' && because === undefined && (
        <NewFlag
          projectId={projectId}
          onClose={() => set({ new: undefined })}
          onCreated={async (flagKey, env) => {
            // Going back in history leads to the table, not to the dialog.
            await set({ new: undefined })
            await navigate({
              to: '/projects/$projectId/flags/$flagKey',
              params: { projectId, flagKey },
              search: { env },
            })
          }}
        />
      )}
      {asked && <AskToggle projectId={projectId} toggle={asked} onClose={() => setAsked(undefined)} />}
      {archiving && <ArchiveFlag projectId={projectId} flag={archiving} onClose={() => setArchiving(undefined)} />}
    </Page>
  )
}
