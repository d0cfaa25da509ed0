import type { Environment } from '@bunting/contract'
import { type ComponentProps, useDeferredValue, useMemo } from 'react'
import type { FlagPlace } from '../../api/flag-versions.ts'
import { useSession } from '../../api/session.ts'
import { Bar } from '../../pages/flag/bar.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useKeys } from '../../ui/page/use-keys.ts'
import { lockedParts } from '../draft/problems.ts'
import './editor.css'
import { type LoadedFlag, useEdit, useEditingState } from '../../pages/flag/use-editing-state.ts'
import { contextOf } from '../try-it/context.ts'
import { TryIt } from '../try-it/try-it.tsx'
import { useTrial } from '../try-it/use-trial.ts'
import { Suggestions } from './conditions/suggestions.tsx'
import { type Edited, type Editing, EditingContext } from './editing.ts'
import { Master } from './master.tsx'
import { NeededBy } from './prerequisites/needed-by.tsx'
import { AddPrerequisite, Prerequisites } from './prerequisites/prerequisites.tsx'
import { RuleList } from './rule-list.tsx'
import { Sorting } from './sorting.tsx'
import { Undo } from './undo.tsx'
import { Schema } from './values/schema.tsx'
import { Variants } from './values/variants.tsx'

/** What every tab of a flag has around it. */
export type Frame = Pick<ComponentProps<typeof Page>, 'title' | 'parent' | 'heading'>

type RulesPageProps = {
  flag: LoadedFlag
  place: FlagPlace
  environment: Environment
  frame: Frame
  onSaved(): void
}

/** The editor of a flag in one environment, with Try it beside it. */
export const RulesPage = (props: RulesPageProps) => {
  const edit = useEdit(props.flag, props.place)
  return (
    <Sorting edit={edit}>
      <Editor {...props} edit={edit} />
    </Sorting>
  )
}

const Editor = ({ flag, place, environment, frame, edit, onSaved }: RulesPageProps & Pick<Editing, 'edit'>) => {
  const state = useEditingState({ flag, place, environment, edit })
  const { live, editing, edited, attributes } = state
  const isArchived = flag.archivedAt !== null
  // What is typed shows at once; what it answers, right after.
  const typed = useDeferredValue(edited.config)
  // An archived flag answers nobody, whatever it would say.
  const trial = useTrial({
    place,
    type: flag.type,
    draft: isArchived ? null : typed,
    live: isArchived ? null : live,
  })
  const { explanation } = trial.told
  const asking = useMemo(() => (isAsked(trial.typed) ? { context: contextOf(trial.typed) } : undefined), [trial.typed])
  const answeredBy = asking && explanation?.result.ruleId
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
              place={place}
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
            <Undo place={place} live={live} type={flag.type} />
            <AddPrerequisite config={edited.config} place={place} />
          </Master>
          <Locked config={edited.config} />
          <Prerequisites {...edited} place={place} asking={asking} answers={explanation?.prerequisites} />
          {!isArchived && <NeededBy config={edited.config} place={place} />}
          <RuleList {...edited} answeredBy={answeredBy} />
          <Suggestions attributes={attributes} />
          <Variants {...edited} />
          <Schema flag={flag} projectId={place.projectId} />
        </div>
        <Bar flag={flag} place={place} environment={environment} state={state} onSaved={onSaved} />
      </Page>
    </EditingContext>
  )
}

/** As long as nothing was typed no rule stands out as the one that answers. */
const isAsked = (typed: Readonly<Record<string, string>>): boolean => Object.values(typed).some((value) => value !== '')

/** What this plan cannot save. */
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
