import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { BulkResult } from '../../features/bulk/bulk-result.tsx'
import { plural } from '../../format/number.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import '../../features/bulk/bulk.css'
import type { Bulk } from '../../features/bulk/use-bulk.ts'

type CompareBarProps = {
  bulk: Bulk
  projectId: string
  to: Environment
  chosen: number
  because: string | undefined
  onPromote(): void
  onClear(): void
}

/** The selected flags and the promote button, at the bottom of the window; afterwards the result. */
export const CompareBar = ({ bulk, projectId, to, chosen, because, onPromote, onClear }: CompareBarProps) => {
  const hasProposed = bulk.result?.undo.some(({ does }) => does === 'withdraw')
  return (
    <div className="bulk">
      <BulkResult bulk={bulk} />
      {hasProposed && (
        <div className="bulk-bar">
          <Link
            className="link"
            to="/projects/$projectId/proposals"
            params={{ projectId }}
            search={{ status: 'pending' }}
          >
            See the proposals
          </Link>
        </div>
      )}
      {chosen > 0 && (
        <section className="bulk-bar" aria-label="Chosen flags">
          <b>{plural(chosen, 'flag')} chosen</b>
          <Button kind="primary" because={because} onClick={onPromote}>
            {to.protected ? `Propose for ${isolate(to.name)}` : `Promote to ${isolate(to.name)}`}
          </Button>
          <IconButton name="Choose none" onClick={onClear}>
            <X size={16} strokeWidth={1.5} aria-hidden />
          </IconButton>
        </section>
      )}
    </div>
  )
}
