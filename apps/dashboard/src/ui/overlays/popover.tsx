import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { withProps } from '../with-props.ts'
import { InOverlays } from './overlays.tsx'

type PopoverProps = {
  /** The button that opens the popover. */
  trigger: ReactElement
  label: string
  children: ReactNode
  open?: boolean
  onOpenChange?(open: boolean): void
}

export const Popover = ({ trigger, label, children, open, onOpenChange }: PopoverProps) => {
  const anchor = useRef<HTMLElement>(null)
  const [isOpenItself, setOpenItself] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const isOpen = open ?? isOpenItself
  // Once opened, it stays mounted when closed, so that it can return the focus.
  if (isOpen && !wasOpen) setWasOpen(true)
  const change = (next: boolean) => {
    setOpenItself(next)
    onOpenChange?.(next)
  }
  return (
    <>
      {withProps(trigger, {
        ref: anchor,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        'data-state': isOpen ? 'open' : 'closed',
        onClick: () => change(!isOpen),
      })}
      {wasOpen && (
        <InOverlays>
          {({ OpenPopover }) => (
            <OpenPopover anchor={anchor} label={label} open={isOpen} onOpenChange={change}>
              {children}
            </OpenPopover>
          )}
        </InOverlays>
      )}
    </>
  )
}
