import { Columns3 } from 'lucide-react'
import { useRef, useState } from 'react'
import { later } from '../../../ui/overlays/later.tsx'
import { useKeys } from '../../../ui/use-keys.ts'
import type { Choosing } from './choosing.ts'

/** Loaded when opened: it includes the code for sorting, which the list itself does not need. */
const ColumnChooser = later(async () => (await import('./column-chooser.tsx')).ColumnChooser)

/** The button that opens the chooser of columns. */
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
