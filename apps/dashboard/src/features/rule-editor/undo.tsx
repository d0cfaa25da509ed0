import type { FlagConfig, FlagType } from '@bunting/engine'
import { Redo2, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { FlagRef } from '../../api/flag-versions.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { useDraftSteps } from '../draft/draft.ts'
import { useEditing } from './editing.ts'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Tells whether Ctrl Z means the draft: in its fields, or outside any. A document's field has the browser's own undo. */
const isAboutDraft = (target: EventTarget | null): boolean =>
  target === document.body ||
  (target instanceof HTMLElement && target.closest('.editor') !== null && !(target instanceof HTMLTextAreaElement))

type UndoProps = { flagRef: FlagRef; live: FlagConfig | null; type: FlagType }

/** The buttons and keys that undo and redo edits of the draft. */
export const Undo = ({ flagRef, live, type }: UndoProps) => {
  const { because } = useEditing()
  const { canUndo, canRedo, undo, redo } = useDraftSteps(flagRef, live, type)
  useKeys({ 'ctrl+z': ['Undo the last edit'], 'ctrl+shift+z': ['Redo the edit'] })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    if (because !== undefined || !isAboutDraft(event.target) || !(event.shiftKey ? canRedo : canUndo)) return
    event.preventDefault()
    if (event.shiftKey) redo()
    else undo()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  if (because !== undefined || !(canUndo || canRedo)) return null
  return (
    <span className="undo">
      <IconButton
        name="Undo the last edit"
        keys="Ctrl Z"
        because={canUndo ? undefined : 'Nothing is left to undo.'}
        onClick={undo}
      >
        <Undo2 {...icon} />
      </IconButton>
      <IconButton
        name="Redo the edit"
        keys="Ctrl Shift Z"
        because={canRedo ? undefined : 'Nothing was undone.'}
        onClick={redo}
      >
        <Redo2 {...icon} />
      </IconButton>
    </span>
  )
}
