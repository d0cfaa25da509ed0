import { isolate } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { sayError } from '../../../api/core/change.ts'
import type { Uploaded } from '../../../api/segment-ids.ts'
import { useBecause } from '../../../api/session.ts'
import { count } from '../../../format/number.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Note } from '../../../ui/note.tsx'
import type { SegmentProps } from '../segment-props.ts'
import { AskedBy } from './asked-by.tsx'
import { UploadSteps } from './upload-steps.tsx'
import { useUpload } from './use-upload.ts'

type UploadCardProps = SegmentProps & { proposalId: string | undefined; onDone(answer: Uploaded): void }

/** A file, what it would change, and only then the change. */
export const UploadCard = ({ segment, segmentRef, environment, proposalId, onDone }: UploadCardProps) => {
  const version = segment.versions[environment.id]?.version ?? 0
  const upload = useUpload(segmentRef, onDone)
  const because = useBecause('editor') ?? (segment.archivedAt === null ? undefined : 'The segment is archived.')
  const { state, problem, error } = upload
  const isProtected = environment.protected
  return (
    <section aria-label="Upload">
      <div className="large-head">
        <h2>Upload</h2>
        <span>CSV, a line an id, or NDJSON; up to 1 GiB, also gzipped</span>
      </div>
      <div className="card upload-card">
        {proposalId && (
          <Note kind="yes">
            It waits for somebody else’s approval.{' '}
            <Link
              to="/projects/$projectId/proposals/$proposalId"
              params={{ projectId: segmentRef.projectId, proposalId }}
              className="link"
            >
              Open the proposal
            </Link>
          </Note>
        )}
        {problem && (
          <Note kind="no">
            <b>Line {count(Number(problem.line))} is no id.</b> It {problem.message}. Nothing was changed. Put it right
            and choose the file again.
          </Note>
        )}
        {error && !problem && <Note kind="no">{sayError(error)}</Note>}
        <UploadSteps
          upload={upload}
          because={because}
          version={version}
          askedBy={<AskedBy segment={segment} segmentRef={segmentRef} environment={environment} />}
        />
        {state.step === 'counted' && (
          <footer>
            {isProtected && (
              <span>
                <Lock size={16} strokeWidth={1.5} aria-hidden />
                {isolate(environment.name)} is protected: somebody else approves it.
              </span>
            )}
            <Button kind="ghost" onClick={upload.discard}>
              Discard
            </Button>
            <Button
              kind="primary"
              onClick={() => void upload.save(isProtected)}
              because={state.counts.added + state.counts.removed === 0 ? 'Nothing would change.' : because}
            >
              {isProtected ? 'Propose' : 'Save'} version {state.counts.version + 1}
            </Button>
          </footer>
        )}
      </div>
    </section>
  )
}
