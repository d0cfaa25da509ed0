import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import type { FlagConfig, FlagType } from '@bunting/engine'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNames } from '../../api/actors.ts'
import { toast } from '../../api/core/toast.tsx'
import { type FlagPlace, flagVersionQuery } from '../../api/flag-versions.ts'
import { proposalQuery } from '../../api/proposals.ts'
import { DiffInWords } from '../../features/diff/diff-in-words.tsx'
import { dropDraft, keepDraft } from '../../features/draft/draft.ts'
import type { Draft } from '../../features/draft/is-draft.ts'
import { type Choose, mergeConfigs } from '../../features/draft/merge.ts'
import { startingConfig } from '../../features/draft/starting-config.ts'
import { ChooseDialog } from '../../features/versions/choose-dialog.tsx'
import { SaveBar } from '../../features/versions/save-bar.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'
import { Time } from '../../ui/time.tsx'

type ConflictProps = { place: FlagPlace; environment: Environment; draft: Draft; live: FlagConfig; type: FlagType }

/** Somebody saved first: what they changed, and how mine comes on top of it. */
export const ConflictBar = ({ place, environment, draft, live, type }: ConflictProps) => {
  const [open, setOpen] = useState<'theirs' | 'clashes'>()
  const { says, changed, at } = useSaver(place, live.version)
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
    <SaveBar mark="conflict" what={says} more={`Yours starts from ${draft.base?.version ?? 'nothing'}`}>
      <Button kind="ghost" onClick={discard}>
        Discard mine
      </Button>
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
          clashes={clashes}
          onClose={() => setOpen(undefined)}
          onApply={apply}
        />
      )}
    </SaveBar>
  )
}

/** Who saved a version or approved it, and when. Until that is known: somebody. */
const useSaver = (place: FlagPlace, version: number): { says: string; changed: string; at: string | undefined } => {
  const { data } = useQuery(flagVersionQuery(place, version))
  const proposal = useQuery({
    ...proposalQuery(place.projectId, data?.proposalId ?? ''),
    enabled: typeof data?.proposalId === 'string',
  }).data
  const nameOf = useNames([data?.createdBy ?? null, proposal?.reviewedBy ?? null])
  if (!data || (data.proposalId !== null && !proposal)) {
    return {
      says: `Somebody saved version ${version} first`,
      changed: `What version ${version} changed`,
      at: undefined,
    }
  }
  const by = isolate(nameOf(data.createdBy))
  const at = data.createdAt
  if (!proposal) {
    return { says: `${by} saved version ${version} first`, changed: `What ${by === 'You' ? 'you' : by} changed`, at }
  }
  const reviewer = proposal.reviewedBy === null ? 'Somebody' : isolate(nameOf(proposal.reviewedBy))
  const whose = by === 'You' ? 'your' : `${by}’s`
  const says = `${reviewer} approved ${whose} proposal as version ${version}`
  return { says, changed: `What version ${version} changed`, at }
}
