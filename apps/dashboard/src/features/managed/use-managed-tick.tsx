import { isolate } from '@bunting/contract/text'
import { type ReactNode, useState } from 'react'
import { Checkbox } from '../../ui/controls/field.tsx'
import { sayManager } from './say-manager.ts'

type ManagedTick = {
  /** The checkbox; null for an item that is managed here. */
  tick: ReactNode
  /** The reason why it cannot be changed yet. */
  because: string | undefined
}

/** Asks for confirmation before changing an item that is managed in files, since the files will differ. */
export const useManagedTick = (managedBy: string | undefined): ManagedTick => {
  const [isTicked, setTicked] = useState(false)
  if (managedBy === undefined) return { tick: null, because: undefined }
  const name = isolate(sayManager(managedBy).name)
  return {
    tick: (
      <Checkbox checked={isTicked} onChange={({ target }) => setTicked(target.checked)}>
        <span>This is managed in {name}; the next apply will name it as drift</span>
      </Checkbox>
    ),
    because: isTicked ? undefined : `It is managed in ${name}: tick that you change it here.`,
  }
}
