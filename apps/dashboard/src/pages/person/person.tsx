import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useAnswers } from '../../api/answers.ts'
import { useEnvironments } from '../../api/environments.ts'
import { useFlags } from '../../api/flags.ts'
import { Page } from '../../features/page/page.tsx'
import { ProjectName } from '../../features/page/project-name.tsx'
import { contextOf } from '../../features/try-it/context.ts'
import { ContextForm } from '../../features/try-it/context-form.tsx'
import { count, plural } from '../../format/number.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox, SearchInput } from '../../ui/controls/field.tsx'
import { useTyped } from '../../ui/controls/use-typed.ts'
import { Failed } from '../../ui/failed.tsx'
import { NotAll } from '../../ui/not-all.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import '../../features/try-it/try-it.css'
import { useTypedContext } from '../../features/try-it/use-typed-context.ts'
import { AnswerTable } from './answer-table.tsx'
import { attributesOf } from './attributes-of.ts'
import './person.css'
import { readShared } from '../../features/try-it/shared-link.ts'
import { CopyLink } from './copy-link.tsx'
import { rowsOf } from './rows.ts'
import { useRested } from './use-rested.ts'
import { type Asked, Why } from './why.tsx'

/** One context, the answer of every flag to it in every environment, and the differences between them. */
export const PersonPage = () => {
  const { projectId } = useParams({ from: '/projects/$projectId/person' })
  const search = useSearch({ from: '/projects/$projectId/person' })
  const navigate = useNavigate({ from: '/projects/$projectId/person' })
  const set = (change: { q?: string | undefined; only?: string | undefined; as?: string | undefined }) =>
    void navigate({
      search: (now) => Object.fromEntries(Object.entries({ ...now, ...change }).filter(([, value]) => value)),
      replace: true,
      resetScroll: false,
    })
  const { text, setText, writeText } = useTyped(search.q, (q) => set({ q }))
  const environments = useEnvironments(projectId)
  const { items: flags } = useFlags(projectId)
  const { typed, type, fill } = useTypedContext(`person:${projectId}`)
  // A context from a link is filled in once, and can then be edited like any other.
  useEffect(() => {
    const shared = readShared(search.as)
    if (!shared) return
    fill(shared)
    set({ as: undefined })
  }, [search.as])
  const context = useRested(useMemo(() => contextOf(typed), [typed]))
  const { items, isComplete, error, refetch, fetchNextPage } = useAnswers(projectId, context)
  const [asked, setAsked] = useState<Asked>()
  const field = useRef<HTMLInputElement>(null)
  const attributes = useMemo(() => attributesOf(flags ?? []), [flags])
  const words = useDeferredValue(text)
  const onlyDiffering = search.only === 'differing'
  const all = useMemo(() => items && rowsOf(items, flags ?? [], environments), [items, flags, environments])
  const rows = useMemo(() => all?.filter((row) => row.fits(words, onlyDiffering)), [all, words, onlyDiffering])
  const differing = all?.filter(({ differs }) => differs).length ?? 0
  const retry = () => void (items ? fetchNextPage() : refetch())
  useKeys({ '/': ['Search', () => field.current?.focus()] })

  return (
    <Page title="One person" parent={<ProjectName />} lede="What every flag answers one context, in every environment.">
      <div className="person">
        <aside aria-label="Context">
          <ContextForm projectId={projectId} typed={typed} type={type} fill={fill} attributes={attributes} />
          <CopyLink typed={typed} />
          <p>The answers are those that apps get with a server key. Nothing here counts as usage.</p>
        </aside>
        <div className="min-w-0">
          <search className="answer-filters" aria-label="Answers">
            <SearchInput
              ref={field}
              label="Filter by words"
              keys="/"
              aria-keyshortcuts="/"
              value={text}
              onChange={(event) => setText(event.target.value)}
              onBlur={writeText}
            />
            <Checkbox
              checked={onlyDiffering}
              onChange={(event) => set({ only: event.target.checked ? 'differing' : undefined })}
            >
              Only where environments differ
            </Checkbox>
          </search>
          {error && items && <NotAll what="answers" error={error} onRetry={retry} />}
          {error && !items ? (
            <Failed title="The answers did not load" error={error} onRetry={retry} />
          ) : (
            rows && (
              <>
                {rows.length > 0 && <AnswerTable environments={environments} rows={rows} onAsk={setAsked} />}
                {rows.length === 0 && isComplete && (
                  <div className="asks-nobody">
                    <p>
                      {all?.length === 0
                        ? 'There are no flags yet.'
                        : onlyDiffering
                          ? 'Every flag answers the same in every environment.'
                          : 'No flag fits.'}
                    </p>
                    {all?.length !== 0 && (
                      <Button
                        onClick={() => {
                          setText('')
                          set({ q: undefined, only: undefined })
                        }}
                      >
                        Show every flag
                      </Button>
                    )}
                  </div>
                )}
                <p role="status" className="mt-3 text-ink-3">
                  {isComplete
                    ? `${count(rows.length)} of ${count(all?.length ?? 0)} flags, ${plural(differing, 'differs', 'differ')} between environments`
                    : `${count(all?.length ?? 0)} flags so far`}
                </p>
              </>
            )
          )}
        </div>
      </div>
      {asked && (
        <Why projectId={projectId} asked={asked} typed={typed} context={context} onClose={() => setAsked(undefined)} />
      )}
    </Page>
  )
}
