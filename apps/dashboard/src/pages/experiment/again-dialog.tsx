import { useNavigate } from '@tanstack/react-router'
import { sayError } from '../../api/core/change.ts'
import { toast } from '../../api/core/toast.tsx'
import { useCreateFlagVersion } from '../../api/flag-versions.ts'
import { putVersionInList } from '../../api/flags.ts'
import { useCreateProposal } from '../../api/propose.ts'
import { sayRule } from '../../features/experiments/rule-name.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'
import { runAgain } from './run-again.ts'
import type { ShownExperiment } from './shown.ts'

type AgainDialogProps = Omit<ShownExperiment, 'metrics'> & { onClose(): void }

/** Asks before it copies the rule for another run: that is a version of the flag. */
export const AgainDialog = ({ experiment, environment, flag, onClose }: AgainDialogProps) => {
  const { id, projectId, environmentId: envId, flagId, flagKey, name } = experiment
  const navigate = useNavigate()
  const version = useCreateFlagVersion(projectId)
  const proposal = useCreateProposal(projectId)
  const config = flag?.versions[envId]?.config
  const again = runAgain(experiment, config, flag?.type === 'boolean')
  const isProposed = environment?.protected === true
  const next = (config?.version ?? 0) + 1
  const comment = `Another run of ${name}`
  const plan = (ruleId: string) =>
    void navigate({
      to: '/projects/$projectId/experiments/new',
      params: { projectId },
      search: { ...(environment && { env: environment.slug }), flag: flagKey, rule: ruleId, again: id },
    })
  const copy = () => {
    if ('because' in again) return
    const at = { envId, flagKey }
    if (!isProposed) {
      version.mutate(
        { ...at, config: { ...again.config, version: next }, why: { comment } },
        {
          onSuccess: ({ id: versionId, version: number }) => {
            // The form reads the rules from the list, which is read again only later.
            const saved = { id: versionId, version: number, config: again.config, createdAt: new Date().toISOString() }
            putVersionInList(projectId, flagId, envId, saved)
            plan(again.ruleId)
          },
        },
      )
      return
    }
    proposal.mutate(
      { ...at, config: again.config, comment },
      {
        onSuccess: ({ id: proposalId }) => {
          toast({
            kind: 'yes',
            title: 'Proposed',
            children: 'Once somebody else approves it, make the experiment on the copied rule.',
          })
          void navigate({ to: '/projects/$projectId/proposals/$proposalId', params: { projectId, proposalId } })
        },
      },
    )
  }
  const error = version.error ?? proposal.error
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Run ${name} again?`}
      lede={
        <>
          A second run needs a split of its own: {sayRule(flag, experiment)} is copied in its place with another id, so
          everybody is dealt a variant afresh, and nothing of this run carries over.
        </>
      }
    >
      <div className="mt-4 grid gap-2 empty:hidden">
        {'because' in again && <Note kind="warn">{again.because}</Note>}
        {error && <Note kind="no">{sayError(error)}</Note>}
      </div>
      <DialogFoot>
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          because={'because' in again ? again.because : undefined}
          busy={version.isPending || proposal.isPending}
          onClick={copy}
        >
          {isProposed ? 'Propose the copy' : `Save version ${next}, then plan`}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
