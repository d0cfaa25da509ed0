import type { Environment } from '@bunting/contract'
import type { FlagConfig, FlagType } from '@bunting/engine'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useActors } from '../../data/actors.ts'
import { type FlagPlace, flagVersionQuery } from '../../data/flag-versions.ts'
import { useSession } from '../../data/session.ts'
import { DiffInWords } from '../../diff/diff-in-words.tsx'
import { type Draft, dropDraft, keepDraft, startingConfig } from '../../draft/draft.ts'
import { type Choose, mergeConfigs } from '../../draft/merge.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogFoot } from '../../parts/dialog.tsx'
import { Time } from '../../parts/time.tsx'
import { toast } from '../../parts/toast.tsx'
import { ChooseDialog } from './choose-dialog.tsx'
import { SaveBar } from './save-bar.tsx'

type ConflictProps = { place: FlagPlace; environment: Environment; draft: Draft; live: FlagConfig; type: FlagType }

/** Somebody saved first: what they changed, and how mine comes on top of it. */
export const ConflictBar = ({ place, environment, draft, live, type }: ConflictProps) => {
  const [open, setOpen] = useState<'theirs' | 'clashes'>()
  const { who, at } = useSaver(place, live.version)
  const versions = { base: draft.base ?? startingConfig(type), mine: draft.config, theirs: live }
  const { clashes } = mergeConfigs(versions)

  const apply = (choose?: Choose) => {
    setOpen(undefined)
    keepDraft(place, { base: live, config: mergeConfigs(versions, choose).config })
    toast({
      kind: 'yes',
      title: `Your changes are on top of version ${live.version}`,
      children: 'Nothing is saved yet.',
      action: { label: 'Undo', run: () => keepDraft(place, draft) },
    })
  }
  const discard = () => {
    dropDraft(place)
    toast({ kind: 'yes', title: 'Changes discarded', action: { label: 'Undo', run: () => keepDraft(place, draft) } })
  }
  const applyButton = (
    <Button kind="primary" onClick={() => (clashes.length === 0 ? apply() : setOpen('clashes'))}>
      Apply to version {live.version}
    </Button>
  )
  return (
    <SaveBar
      mark="conflict"
      what={`${who} saved version ${live.version} first`}
      more={`Yours starts from ${draft.base?.version ?? 'nothing'}`}
    >
      <Button kind="ghost" onClick={discard}>
        Discard mine
      </Button>
      <Button onClick={() => setOpen('theirs')}>See version {live.version}</Button>
      {applyButton}
      <Dialog
        open={open === 'theirs'}
        onClose={() => setOpen(undefined)}
        wide
        title={`What ${who === 'You' ? 'you' : who} changed`}
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
          <DiffInWords
            before={draft.base}
            after={live}
            color={environment.color}
            heads={[draft.base ? `Version ${draft.base.version}` : 'Nothing yet', `Version ${live.version}`]}
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
          base={versions.base}
          version={live.version}
          who={who}
          clashes={clashes}
          onClose={() => setOpen(undefined)}
          onApply={apply}
        />
      )}
    </SaveBar>
  )
}

/** Who saved a version, and when. Until that is known: somebody. */
const useSaver = (place: FlagPlace, version: number): { who: string; at: string | undefined } => {
  const { user } = useSession()
  const { data } = useQuery(flagVersionQuery(place, version))
  const nameOf = useActors(data ? [data.createdBy] : [])
  if (!data) return { who: 'Somebody', at: undefined }
  return { who: data.createdBy === user.id ? 'You' : nameOf(data.createdBy).name, at: data.createdAt }
}
