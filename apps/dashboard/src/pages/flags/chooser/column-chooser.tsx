import { Popover } from 'radix-ui'
import { type RefObject, useRef } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/field.tsx'
import '../../../ui/overlays/overlay.css'
import { type LinePart, lineParts } from '../columns/columns.ts'
import type { Choosing } from './choosing.ts'
import { ColumnOrder } from './column-order.tsx'
import './column-chooser.css'
import { PennantsInView } from './pennants-in-view.tsx'
import { toggled } from './toggled.ts'

const partNames: Record<LinePart, string> = { key: 'Key', tags: 'Tags', owner: 'Owner' }

type ColumnChooserProps = Choosing & { button: RefObject<HTMLButtonElement | null>; onClose(): void }

/** Chooses the columns and their order, the content of the second line, and the pennants in view. */
export const ColumnChooser = ({ button, onClose, ...choosing }: ColumnChooserProps) => {
  const { choice, choose } = choosing
  const isMoving = useRef(false)
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          className="popover column-chooser sheet"
          aria-label="Columns"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onEscapeKeyDown={(event) => {
            // While a column is being moved, Esc puts it back instead.
            if (isMoving.current) event.preventDefault()
          }}
          onInteractOutside={(event) => {
            if (button.current?.contains(event.target as Node)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            button.current?.focus()
          }}
        >
          <div className="both">
            <section>
              <h3>Columns</h3>
              <ColumnOrder {...choosing} isMoving={isMoving} />
              <h3 id="second-line">Second line</h3>
              {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a line everywhere. */}
              <div className="line" role="group" aria-labelledby="second-line">
                {lineParts.map((part) => (
                  <Checkbox
                    key={part}
                    checked={choice.line.includes(part)}
                    onChange={() => choose({ line: toggled(choice.line, part) })}
                  >
                    {partNames[part]}
                  </Checkbox>
                ))}
              </div>
            </section>
            <section>
              <PennantsInView {...choosing} />
            </section>
          </div>
          <footer>
            Yours alone, in this project and this browser
            <Button kind="ghost" size="sm" onClick={() => choose(null)}>
              As it was
            </Button>
          </footer>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
