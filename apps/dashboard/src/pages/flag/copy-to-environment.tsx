import type { Environment } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { type ReactNode, useId, useState } from 'react'
import { useEnvironments } from '../../api/environments.ts'
import type { FlagRef } from '../../api/flag-versions.ts'
import { changesBetween } from '../../features/diff/changes/changes-between.ts'
import { DiffInWords } from '../../features/diff/diff-in-words.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { WhyField } from '../../ui/controls/why-field.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'
import './copy-to-environment.css'
import type { LoadedFlag } from '../../features/rule-editor/use-editing-state.ts'
import { useBecausePut } from '../../features/versions/use-because-put.ts'
import { usePut } from '../../features/versions/use-put.ts'
import { EnvironmentChoice } from './environment-choice.tsx'
import { flagKind } from './flag-kind.ts'

type CopyProps = { flag: LoadedFlag; flagRef: FlagRef; environment: Environment; onClose(): void }

/** Copies a config to another environment as its next version, after showing the difference. */
export const CopyToEnvironment = ({ flag, flagRef, environment, onClose }: CopyProps) => {
  const others = useEnvironments(flagRef.projectId).filter(({ id }) => id !== environment.id)
  const [chosen, choose] = useState(others[0])
  const source = flag.versions[environment.id]
  const lede = source
    ? `Version ${source.version} of ${environment.name} becomes the next version there. Unsaved changes stay here.`
    : undefined
  return (
    <Dialog open onClose={onClose} title={`Copy ${flag.name} from ${environment.name}`} lede={lede} wide>
      {!source && <Nothing>{environment.name} has no version yet, so there is nothing to copy.</Nothing>}
      {source && !chosen && <Nothing>There is no other environment. Make one under Environments & keys.</Nothing>}
      {source && chosen ? (
        <>
          <EnvironmentChoice environments={others} versions={flag.versions} value={chosen} onChange={choose} />
          <Target key={chosen.id} flag={flag} from={environment} to={chosen} config={source.config} onClose={onClose} />
        </>
      ) : (
        <DialogFoot>
          <Button onClick={onClose}>Close</Button>
        </DialogFoot>
      )}
    </Dialog>
  )
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <div className="mt-4">
    <Note>{children}</Note>
  </div>
)

type TargetProps = {
  flag: LoadedFlag
  from: Environment
  to: Environment
  config: FlagConfig
  onClose(): void
}

const Target = ({ flag, from, to, config, onClose }: TargetProps) => {
  const noteId = useId()
  const [comment, setComment] = useState('')
  const current = flag.versions[to.id]
  const latest = current?.version ?? 0
  const kind = flagKind(flag, to)
  const { put, isPutting } = usePut(kind, latest)
  const refused = useBecausePut(kind)
  const isSame = current !== undefined && changesBetween(current.config, config).changes.length === 0
  const copy = () =>
    put({
      config,
      comment,
      is: `It is what ${from.name} has.`,
      failed: to.protected ? 'Not proposed' : 'Not copied',
      onDone: onClose,
    })
  return (
    <>
      <DiffInWords
        before={current?.config ?? null}
        after={{ ...config, version: latest + 1 }}
        color={to.color}
        heads={[
          current ? `${to.name} now, version ${latest}` : `${to.name} now, nothing`,
          `After, version ${latest + 1}`,
        ]}
      />
      <div className="mt-4">
        <WhyField value={comment} onChange={setComment} />
      </div>
      {to.protected && (
        <p id={noteId} className="mt-3 text-ink-2">
          {to.name} is protected: this makes a proposal, and somebody else approves it.
        </p>
      )}
      <DialogFoot>
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          busy={isPutting}
          because={isSame ? `${to.name} has this already.` : refused}
          aria-describedby={to.protected ? noteId : undefined}
          onClick={copy}
        >
          {to.protected ? `Propose for ${to.name}` : `Save as version ${latest + 1} in ${to.name}`}
        </Button>
      </DialogFoot>
    </>
  )
}
