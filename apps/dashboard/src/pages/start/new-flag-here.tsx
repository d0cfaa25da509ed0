import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useBecause } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import '../../features/flags/flags.css'
import { NewFlag } from '../../features/flags/new-flag.tsx'

/** Makes the first flag without leaving the guide, whose next step is below. */
export const NewFlagHere = ({ projectId, onIn }: { projectId: string; onIn: string | undefined }) => {
  const because = useBecause('editor')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button kind="primary" because={because} onClick={() => setOpen(true)}>
        <Plus size={16} strokeWidth={1.5} aria-hidden />
        Create a flag
      </Button>
      {isOpen && <NewFlag projectId={projectId} onIn={onIn} onClose={close} onCreated={close} />}
    </>
  )
}
