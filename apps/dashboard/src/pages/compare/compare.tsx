import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useEnvironments } from '../../api/environments.ts'
import { flagText } from '../../api/flag-text.ts'
import { useFlags } from '../../api/flags.ts'
import { useBecause } from '../../api/session.ts'
import { Page } from '../../features/page/page.tsx'
import { ProjectName } from '../../features/page/project-name.tsx'
import { hasWords, wordsOf } from '../../format/find-words.ts'
import { count, plural } from '../../format/number.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { SearchInput } from '../../ui/controls/field.tsx'
import { useTyped } from '../../ui/controls/use-typed.ts'
import { Failed } from '../../ui/failed.tsx'
import { NotAll } from '../../ui/not-all.tsx'
import { Note } from '../../ui/note.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { CompareBar } from './compare-bar.tsx'
import { differencesOf } from './differences.ts'
import { FlagDifferences } from './flag-differences.tsx'
import { PromoteDialog } from './promote-dialog.tsx'
import { SegmentDifferences } from './segment-differences.tsx'
import './compare.css'
import { EnvironmentField } from '../../features/bulk/environment-field.tsx'
import { useBulk } from '../../features/bulk/use-bulk.ts'
import '../../features/flags/flags.css'
import { Legend } from '../../features/flags/legend.tsx'

/** Two environments side by side: every flag that differs, and its promotion from one to the other. */
export const ComparePage = () => {
  const { projectId } = useParams({ from: '/projects/$projectId/compare' })
  const { from, to, q, set } = useCompared(projectId)
  const { text, setText, writeText } = useTyped(q, (words) => set({ q: words }))
  const environments = useEnvironments(projectId)
  const { items, isComplete, error, refetch, fetchNextPage } = useFlags(projectId)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [isPromoting, setPromoting] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const because = useBecause('editor')
  const bulk = useBulk(projectId)
  const words = useDeferredValue(text)
  const all = useMemo(() => (items && from && to ? differencesOf(items, from, to) : []), [items, from, to])
  const shown = useMemo(() => all.filter(({ flag }) => hasWords(flagText(flag), wordsOf(words))), [all, words])
  // Rows that no longer differ lose their tick.
  const chosen = useMemo(() => all.filter(({ flag, source }) => source && ticked.has(flag.key)), [all, ticked])
  const retry = () => void (items ? fetchNextPage() : refetch())
  useKeys({ '/': ['Search', () => field.current?.focus()] })

  const go = (next: { from?: string | undefined; to?: string | undefined }) => {
    setTicked(new Set())
    set(next)
  }
  const slugOf = (envId: string) => environments.find(({ id }) => id === envId)?.slug
  return (
    <Page
      title="Compare"
      parent={<ProjectName />}
      lede="Every flag that is not the same in two environments. What one has can be promoted to the other."
    >
      {!from || !to ? (
        <Note>There is only one environment. Make another under Environments & keys.</Note>
      ) : (
        <>
          <div className="compared">
            <EnvironmentField
              label="From"
              environments={environments}
              value={from.id}
              onChange={(id) => go(id === to.id ? { from: to.slug, to: from.slug } : { from: slugOf(id) })}
            />
            <IconButton name="Swap" onClick={() => go({ from: to.slug, to: from.slug })}>
              <ArrowLeftRight size={16} strokeWidth={1.5} aria-hidden />
            </IconButton>
            <EnvironmentField
              label="To"
              environments={environments}
              value={to.id}
              onChange={(id) => go(id === from.id ? { from: to.slug, to: from.slug } : { to: slugOf(id) })}
            />
            <SearchInput
              ref={field}
              label="Filter by words"
              keys="/"
              aria-keyshortcuts="/"
              value={text}
              onChange={(event) => setText(event.target.value)}
              onBlur={writeText}
            />
          </div>
          {error && items && !isComplete && <NotAll what="flags" error={error} onRetry={retry} />}
          {error && !items ? (
            <Failed title="The flags did not load" error={error} onRetry={retry} />
          ) : (
            items && (
              <>
                <FlagDifferences
                  projectId={projectId}
                  from={from}
                  to={to}
                  differences={shown}
                  ticked={ticked}
                  onTick={setTicked}
                  because={because}
                />
                <p role="status" className="mt-3 text-ink-3">
                  {!isComplete
                    ? `${count(items.length)} flags looked at so far`
                    : all.length === 0
                      ? `Every flag is the same in ${from.name} and ${to.name}.`
                      : `${shown.length === all.length ? '' : `${count(shown.length)} of `}${plural(all.length, 'flag differs', 'flags differ')}.`}
                </p>
              </>
            )
          )}
          <SegmentDifferences key={`${from.id} ${to.id}`} projectId={projectId} from={from} to={to} words={words} />
          {shown.length > 0 && <Legend />}
          <CompareBar
            bulk={bulk}
            projectId={projectId}
            to={to}
            chosen={chosen.length}
            because={because}
            onPromote={() => setPromoting(true)}
            onClear={() => setTicked(new Set())}
          />
          {isPromoting && (
            <PromoteDialog
              projectId={projectId}
              from={from}
              to={to}
              flags={chosen.map(({ flag }) => flag)}
              bulk={bulk}
              onClose={() => setPromoting(false)}
              onDone={() => {
                setPromoting(false)
                setTicked(new Set())
              }}
            />
          )}
        </>
      )}
    </Page>
  )
}

/** The two environments in the address; by default from the second to the first, which is usually production. */
const useCompared = (projectId: string) => {
  const search = useSearch({ from: '/projects/$projectId/compare' })
  const navigate = useNavigate({ from: '/projects/$projectId/compare' })
  const environments = useEnvironments(projectId)
  const named = (slug: string | undefined) => environments.find((one) => one.slug === slug)
  const to = named(search.to) ?? environments.find(({ slug }) => slug !== search.from)
  const from = named(search.from) ?? environments.find(({ id }) => id !== to?.id)
  const set = (change: { from?: string | undefined; to?: string | undefined; q?: string | undefined }) =>
    void navigate({
      search: (now) => {
        const whole = { from: from?.slug, to: to?.slug, ...now, ...change }
        return Object.fromEntries(Object.entries(whole).filter(([, value]) => value))
      },
      replace: true,
      resetScroll: false,
    })
  return { from: from?.id === to?.id ? undefined : from, to, q: search.q, set }
}
