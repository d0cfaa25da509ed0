import { lazy, Suspense, useState } from 'react'
import type { CommandContext } from '../commands/command.ts'
import { PaletteField, type Searching } from './palette-field.tsx'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** The palette (Ctrl K). Its field shows at once, and keeps the text that is typed before the rest is loaded. */
export const Finding = ({ onClose, ...context }: CommandContext & { onClose(): void }) => {
  const [text, setText] = useState('')
  // Remembered before the field takes the focus.
  const [opener] = useState(() => document.activeElement)
  const giveBack = () => {
    const isNobodys = document.activeElement === null || document.activeElement === document.body
    if (isNobodys && opener instanceof HTMLElement) opener.focus()
  }
  const searching: Searching = { text, onType: setText, onClose }
  return (
    <Suspense fallback={<Waiting {...searching} onClosed={giveBack} />}>
      <Palette {...context} {...searching} onClosed={giveBack} />
    </Suspense>
  )
}

const focus = (field: HTMLInputElement | null) => field?.focus()

const Waiting = ({ text, onType, onClose, onClosed }: Searching & { onClosed(): void }) => (
  <div className="palette" role="dialog" aria-modal="true" aria-label="Search or jump to">
    <PaletteField
      ref={focus}
      label="Search or jump to"
      value={text}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={({ key, target }) => {
        if (key !== 'Escape') return
        onClose()
        ;(target as HTMLElement).blur()
        onClosed()
      }}
    />
  </div>
)
