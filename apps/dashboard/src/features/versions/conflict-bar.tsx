import { useState } from 'react'
import { toast } from '../../api/core/toast.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'
import { Time } from '../../ui/time.tsx'
import type { Choose } from '../draft/merge.ts'
import { ChooseDialog } from './choose-dialog.tsx'
import { Discard } from './discard.tsx'
import { SaveBar } from './save-bar.tsx'
import { useSaver } from './use-saver.ts'
import type { Numbered, VersionedKind } from './versioned-kind.ts'

type ConflictProps<Config extends Numbered, Draft> = {
  kind: VersionedKind<Config, Draft>
  draft: Draft
  /** The config that the draft started from; null for none. */
  base: Config | null
  live: Config
}

/** Somebody else saved first: shows their changes, and how to apply mine on top. */
export const ConflictBar = <Config extends Numbered, Draft>(props: ConflictProps<Config, Draft>) => {
  const { kind, draft, base, live } = props
  const { drafts, environment } = kind
  const { Diff } = kind.diff
  const [open, setOpen] = useState<'theirs' | 'clashes'>()
  const { says, changed, at } = useSaver(kind, live.version)
  const { clashes, from } = drafts.merge(draft, live)

  const apply = (choose?: Choose) => {
    setOpen(undefined)
    drafts.keep(drafts.merge(draft, live, choose).draft)
    toast({
      kind: 'yes',
      title: `Your changes are on top of version ${live.version}`,
      children: 'Nothing is saved yet.',
      action: { label: 'Undo', run: () => drafts.keep(draft) },
    })
  }
  const applyButton = (
    <Button kind="primary" onClick={() => (clashes.length === 0 ? apply() : setOpen('clashes'))}>
      Apply to version {live.version}
    </Button>
  )
  return (
    <SaveBar mark="conflict" what={says} more={`Yours starts from ${drafts.baseOf(draft) || 'nothing'}`}>
      <Discard drafts={drafts} draft={draft}>
        Discard mine
      </Discard>
      <Button onClick={() => setOpen('theirs')}>See version {live.version}</Button>
      {applyButton}
      <Dialog
        open={open === 'theirs'}
        onClose={() => setOpen(undefined)}
        wide
        title={changed}
        lede={
          <>
            Version {live.version}
            {at !== undefined && (
              <>
                , <Time at={at} />
              </>
            )}
            , beside what yours starts from.
          </>
        }
      >
        <div className="mt-4">
          <Diff
            before={base}
            after={live}
            color={environment.color}
            has="It has"
            heads={[base ? `Version ${base.version}` : 'Nothing yet', `Version ${live.version}`]}
          />
        </div>
        <DialogFoot>
          <Button kind="ghost" onClick={() => setOpen(undefined)}>
            Close
          </Button>
          {applyButton}
        </DialogFoot>
      </Dialog>
      {open === 'clashes' && (
        <ChooseDialog
          base={from}
          version={live.version}
          clashes={clashes}
          onClose={() => setOpen(undefined)}
          onApply={apply}
        />
      )}
    </SaveBar>
  )
}
