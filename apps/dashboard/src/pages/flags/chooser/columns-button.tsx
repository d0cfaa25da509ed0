import { Columns3 } from 'lucide-react'
import { useRef, useState } from 'react'
import { later } from '../../../ui/overlays/later.tsx'
import { useKeys } from '../../../ui/use-keys.ts'
import type { Choosing } from './choosing.ts'

/** With what sorts by hand, which the list does without: it comes when it is asked for. */
const ColumnChooser = later(async () => (await import('./column-chooser.tsx')).ColumnChooser)

/** Opens what is chosen of the table. */
export const ColumnsButton = (choosing: Choosing) => {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useKeys({ c: ['Choose the columns', () => setOpen(true)] })
  return (
    <>
      <button
        ref={button}
        type="button"
        className="pick solid"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-keyshortcuts="c"
        onClick={() => setOpen(!isOpen)}
      >
        <Columns3 size={14} strokeWidth={1.5} aria-hidden />
        Columns
      </button>
      {isOpen && <ColumnChooser {...choosing} button={button} onClose={() => setOpen(false)} />}
    </>
  )
}
