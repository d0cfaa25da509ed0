import type { Environment } from '@bunting/contract'
import { useDeferredValue, useMemo } from 'react'
import type { FlagRef } from '../../api/flag-versions.ts'
import { useSession } from '../../api/session.ts'
import { lockedParts } from '../../features/draft/problems.ts'
import { StopsExperiment } from '../../features/experiments/stops-experiment.tsx'
import { NeededWhenOff } from '../../features/flags/needed-by.tsx'
import { OlderSdks } from '../../features/flags/older-sdks.tsx'
import { type Frame, Page } from '../../features/page/page.tsx'
import { Note } from '../../ui/note.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import '../../features/rule-editor/editor.css'
import { Suggestions } from '../../features/rule-editor/conditions/suggestions.tsx'
import { type Edited, type Editing, EditingContext } from '../../features/rule-editor/editing.ts'
import { Master } from '../../features/rule-editor/master.tsx'
import { NeededBy } from '../../features/rule-editor/prerequisites/needed-by.tsx'
import { AddPrerequisite, Prerequisites } from '../../features/rule-editor/prerequisites/prerequisites.tsx'
import { RuleList } from '../../features/rule-editor/rule-list.tsx'
import { LayerMates } from '../../features/rule-editor/shares/layer-mates.tsx'
import { Sorting } from '../../features/rule-editor/sorting.tsx'
import { Undo } from '../../features/rule-editor/undo.tsx'
import { type LoadedFlag, useEdit, useEditingState } from '../../features/rule-editor/use-editing-state.ts'
import { Schema } from '../../features/rule-editor/values/schema.tsx'
import { Variants } from '../../features/rule-editor/values/variants.tsx'
import { contextOf } from '../../features/try-it/context.ts'
import { TryIt } from '../../features/try-it/try-it.tsx'
import { useTrial } from '../../features/try-it/use-trial.ts'
import { VersionBar } from '../../features/versions/version-bar.tsx'
import { flagKind } from './flag-kind.ts'

type RulesPageProps = {
  flag: LoadedFlag
  flagRef: FlagRef
  environment: Environment
  frame: Frame
  onSaved(): void
}

/** The editor of a flag in one environment, with Try it beside it. */
export const RulesPage = (props: RulesPageProps) => {
  const edit = useEdit(props.flag, props.flagRef)
  return (
    <Sorting edit={edit}>
      <Editor {...props} edit={edit} />
    </Sorting>
  )
}

const Editor = ({ flag, flagRef, environment, frame, edit, onSaved }: RulesPageProps & Pick<Editing, 'edit'>) => {
  const state = useEditingState({ flag, flagRef, environment, edit })
  const { live, editing, edited, attributes } = state
  const isArchived = flag.archivedAt !== null
  // Typed text shows at once; the answer to it follows, in a deferred render.
  const typed = useDeferredValue(edited.config)
  // An archived flag answers nobody, whatever its config says.
  const trial = useTrial({
    flagRef,
    type: flag.type,
    draft: isArchived ? null : typed,
    live: isArchived ? null : live,
  })
  const { explanation } = trial.told
  const asking = useMemo(() => (isAsked(trial.typed) ? { context: contextOf(trial.typed) } : undefined), [trial.typed])
  const answeredBy = asking && explanation?.result.ruleId
  const stops = state.draft && <StopsExperiment flagRef={flagRef} before={live} after={typed} />
  useKeys({ t: ['Try it', () => document.querySelector<HTMLElement>('[data-try=first]')?.focus()] })
  return (
    <EditingContext value={editing}>
      <Page
        {...frame}
        inspector={{
          label: 'Try it',
          children: (
            <TryIt
              trial={trial}
              flagRef={flagRef}
              environment={environment}
              live={live}
              attributes={attributes}
              isArchived={isArchived}
            />
          ),
        }}
      >
        <div className="editor">
          <Master {...edited} isArchived={isArchived}>
            <Undo flagRef={flagRef} live={live} type={flag.type} />
            <AddPrerequisite config={edited.config} flagRef={flagRef} />
          </Master>
          <Locked config={edited.config} />
          {stops}
          <Prerequisites {...edited} flagRef={flagRef} asking={asking} answers={explanation?.prerequisites} />
          {!isArchived && <NeededBy config={edited.config} flagRef={flagRef} />}
          {!isArchived && <LayerMates config={typed} flagRef={flagRef} />}
          <RuleList {...edited} answeredBy={answeredBy} />
          <Suggestions attributes={attributes} />
          <Variants {...edited} />
          <Schema flag={flag} projectId={flagRef.projectId} />
        </div>
        <VersionBar
          kind={flagKind(flag, environment)}
          state={{ ...state, ...edited }}
          onSaved={onSaved}
          warning={
            <>
              {stops}
              {!edited.config.enabled && <NeededWhenOff {...flagRef} />}
              <OlderSdks flagRef={flagRef} type={flag.type} config={edited.config} />
            </>
          }
        />
      </Page>
    </EditingContext>
  )
}

/** Tells whether something was typed: until then, no rule is highlighted as the one that answers. */
const isAsked = (typed: Readonly<Record<string, string>>): boolean => Object.values(typed).some((value) => value !== '')

/** A note about features that the plan cannot save. */
const Locked = ({ config }: Pick<Edited, 'config'>) => {
  const parts = lockedParts(config, useSession().plan)
  if (parts.length === 0) return null
  return (
    <Note kind="warn">
      <b>This uses {parts.join(', ')}, which need the Pro or Enterprise plan.</b> It goes on being served as it is; to
      save a change, take them out or change the plan.
    </Note>
  )
}
