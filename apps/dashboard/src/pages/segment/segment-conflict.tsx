import { isolate } from '@bunting/contract/text'
import { useState } from 'react'
import { useNames } from '../../api/actors.ts'
import { toast } from '../../api/core/toast.tsx'
import { editSegment, editsBetween, noSegment } from '../../api/segment-edits.ts'
import { ChangeTable } from '../../features/diff/change-table.tsx'
import { segmentChanges } from '../../features/diff/changes/segment-changes.ts'
import { saySegment } from '../../features/diff/words/say-segment.ts'
import type { SegmentDraft } from '../../features/draft/is-segment-draft.ts'
import type { Choose } from '../../features/draft/merge.ts'
import { dropSegmentDraft, keepSegmentDraft } from '../../features/draft/segment-draft.ts'
import { asConfig, mergeSegmentRules } from '../../features/draft/segment-rules.ts'
import { ChooseDialog } from '../../features/versions/choose-dialog.tsx'
import { SaveBar } from '../../features/versions/save-bar.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'
import { Time } from '../../ui/time.tsx'
import type { SegmentProps } from './segment-props.ts'
import type { SegmentEditing } from './use-segment-editing.ts'

type ConflictProps = SegmentProps & { state: SegmentEditing; draft: SegmentDraft }

/** Somebody saved first: what they changed, and how mine comes on top of it. Ids never clash, rules may. */
export const SegmentConflict = ({ place, environment, state, draft }: ConflictProps) => {
  const [open, setOpen] = useState<'theirs' | 'clashes'>()
  const { base, latest } = state
  const theirs = state.live ?? noSegment
  const by = useNames([latest?.createdBy ?? null])(latest?.createdBy ?? '')
  const versions = draft.rules && { were: draft.rules.were, mine: draft.rules.are, theirs: theirs.rules }
  const clashes = versions ? mergeSegmentRules(versions).clashes : []
  const says = `${latest ? isolate(by) : 'Somebody'} saved version ${theirs.version} first`

  const apply = (choose?: Choose) => {
    setOpen(undefined)
    const merged = editSegment(theirs, {
      included: draft.included,
      excluded: draft.excluded,
      ...(versions && { rules: { were: theirs.rules, are: mergeSegmentRules(versions, choose).rules } }),
    })
    keepSegmentDraft(place, { base: theirs.version, ...editsBetween(theirs, merged) })
    toast({
      kind: 'yes',
      title: `Your changes are on top of version ${theirs.version}`,
      children: 'Nothing is saved yet.',
      action: { label: 'Undo', run: () => keepSegmentDraft(place, draft) },
    })
  }
  const discard = () => {
    dropSegmentDraft(place)
    const run = () => keepSegmentDraft(place, draft)
    toast({ kind: 'yes', title: 'Changes discarded', action: { label: 'Undo', run } })
  }
  const applyButton = (
    <Button kind="primary" onClick={() => (clashes.length === 0 ? apply() : setOpen('clashes'))}>
      Apply to version {theirs.version}
    </Button>
  )
  return (
    <SaveBar mark="conflict" what={says} more={`Yours starts from ${draft.base || 'nothing'}`}>
      <Button kind="ghost" onClick={discard}>
        Discard mine
      </Button>
      <Button onClick={() => setOpen('theirs')}>See version {theirs.version}</Button>
      {applyButton}
      <Dialog
        open={open === 'theirs'}
        onClose={() => setOpen(undefined)}
        wide
        title={`What version ${theirs.version} changed in ${environment.name}`}
        lede={latest && <Time at={latest.createdAt} />}
      >
        <div className="mt-4">
          <ChangeTable
            changes={open === 'theirs' ? segmentChanges(draft.base === 0 ? null : base, theirs) : []}
            heads={[draft.base === 0 ? 'Nothing yet' : `Version ${draft.base}`, `Version ${theirs.version}`]}
            foot={`It has: ${saySegment(theirs)}.`}
          />
        </div>
        <DialogFoot>
          <Button kind="ghost" onClick={() => setOpen(undefined)}>
            Close
          </Button>
          {applyButton}
        </DialogFoot>
      </Dialog>
      {open === 'clashes' && versions && (
        <ChooseDialog
          base={asConfig(versions.were)}
          version={theirs.version}
          clashes={clashes}
          onClose={() => setOpen(undefined)}
          onApply={apply}
        />
      )}
    </SaveBar>
  )
}
