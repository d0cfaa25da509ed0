import { type ReactElement, type ReactNode, useRef } from 'react'
import { withProps } from '../with-props.ts'
import { InOverlays } from './overlays.tsx'
import { useTip } from './use-tip.ts'

type TooltipProps = { says: ReactNode | undefined; children: ReactElement<{ 'aria-describedby'?: string }> }

/** A few words about a control, on hover and focus; none if `says` is undefined. */
export const Tooltip = ({ says, children }: TooltipProps) => {
  const anchor = useRef<HTMLElement>(null)
  const { isOpen, close, on } = useTip(says !== undefined)
  return (
    <>
      {withProps(children, { ref: anchor, ...on })}
      {isOpen && says !== undefined && (
        <InOverlays>
          {({ OpenTooltip }) => (
            <OpenTooltip anchor={anchor} describedBy={children.props['aria-describedby']} onClose={close}>
              {says}
            </OpenTooltip>
          )}
        </InOverlays>
      )}
    </>
  )
}
