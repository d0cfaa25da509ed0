import { useDeferredValue } from 'react'
import { Page } from '../../features/page/page.tsx'
import { Failed } from '../../ui/failed.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import '../../features/rule-editor/editor.css'
import type { Frame } from '../../features/page/page.tsx'
import { Suggestions } from '../../features/rule-editor/conditions/suggestions.tsx'
import { EditingContext } from '../../features/rule-editor/editing.ts'
import { Sorting } from '../../features/rule-editor/sorting.tsx'
import { VersionBar } from '../../features/versions/version-bar.tsx'
import { IdLists } from './ids/id-lists.tsx'
import './segment.css'
import { segmentKind } from './segment-kind.ts'
import type { SegmentProps } from './segment-props.ts'
import { SegmentRules } from './segment-rules.tsx'
import { useMembership } from './use-membership.ts'
import { useRuleEditing, useSegmentEditing } from './use-segment-editing.ts'
import { WhoIsIn } from './who-is-in.tsx'

type MembersTabProps = SegmentProps & { frame: Frame; onSaved(): void }

/** The editor of a segment in one environment, with the check of who is in beside it. */
export const MembersTab = ({ frame, onSaved, ...props }: MembersTabProps) => {
  const { segment, segmentRef, environment } = props
  const state = useSegmentEditing(props)
  const editing = useRuleEditing(state)
  const trial = useMembership({ segment, segmentRef, draft: useDeferredValue(state.config), live: state.live })
  useKeys({ t: ['Who is in', () => document.querySelector<HTMLElement>('[data-try=first]')?.focus()] })
  const isShown = !state.isLoading
  return (
    <Sorting edit={editing.edit}>
      <EditingContext value={editing}>
        <Page
          {...frame}
          inspector={{
            label: 'Who is in',
            children: isShown && (
              <WhoIsIn trial={trial} segment={segment} environment={environment} attributes={state.attributes} />
            ),
          }}
        >
          {state.error && state.isLoading && (
            <Failed title="The members did not load" error={state.error} onRetry={state.retry} />
          )}
          {!isShown && !state.error && <div className="min-h-96" aria-busy />}
          {isShown && (
            <>
              <div className="editor">
                <IdLists {...props} state={state} onSaved={onSaved} />
                <SegmentRules state={state} answeredBy={trial.isAsked ? trial.told?.ruleId : undefined} />
                <Suggestions attributes={state.attributes} />
              </div>
              <VersionBar
                kind={segmentKind(segment, environment)}
                state={{ ...state, base: state.base.version > 0 ? state.base : null }}
                onSaved={onSaved}
              />
            </>
          )}
        </Page>
      </EditingContext>
    </Sorting>
  )
}
