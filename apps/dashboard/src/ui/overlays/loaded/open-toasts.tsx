import { Check, CircleX, TriangleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import '../../controls/button.css'
import { classes } from '../../classes.ts'
import { useHasRootClass } from '../../use-root-class.ts'
import '../overlay.css'

export type Toast = {
  kind: 'yes' | 'warn' | 'no'
  title: string
  /** Details below the title. */
  children?: ReactNode
  action?: { label: string; run(): void }
}

const icons = { yes: Check, warn: TriangleAlert, no: CircleX }
const shownMs = 8_000

type OpenToastsProps = { toasts: readonly (Toast & { id: number })[]; onClose(id: number): void }

export const OpenToasts = ({ toasts, onClose }: OpenToastsProps) => (
  <Radix.Provider label="Message">
    {toasts.map(({ id, kind, title, children, action }) => {
      const Icon = icons[kind]
      return (
        <Radix.Root
          key={id}
          className={classes('toast', kind)}
          type={kind === 'no' ? 'foreground' : 'background'}
          duration={kind === 'no' ? Number.POSITIVE_INFINITY : shownMs}
          onOpenChange={(open) => !open && onClose(id)}
        >
          <Icon size={16} strokeWidth={1.5} aria-hidden />
          <div>
            <Radix.Title asChild>
              <b>{title}</b>
            </Radix.Title>
            {children !== undefined && (
              <Radix.Description asChild>
                <p>{children}</p>
              </Radix.Description>
            )}
          </div>
          {action && (
            <Radix.Action className="link" altText={action.label} onClick={action.run}>
              {action.label}
            </Radix.Action>
          )}
          <Radix.Close className="icon-btn" aria-label="Dismiss">
            <X size={16} strokeWidth={1.5} aria-hidden />
          </Radix.Close>
        </Radix.Root>
      )
    })}
    <Messages />
  </Radix.Provider>
)

const Messages = () => <Radix.Viewport className={classes('toasts', useHasRootClass('has-savebar') && 'above-bar')} />
