import { Check, CircleX, TriangleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { type ReactNode, useSyncExternalStore } from 'react'
import './button.css'
import { classes } from './classes.ts'
import './overlay.css'

type Toast = {
  kind: 'yes' | 'warn' | 'no'
  title: string
  /** What follows from it. */
  children?: ReactNode
  action?: { label: string; run(): void }
}

const icons = { yes: Check, warn: TriangleAlert, no: CircleX }
const shownMs = 8_000

type Shown = Toast & { id: number }
let shown: readonly Shown[] = []
let made = 0
const listeners = new Set<() => void>()

const show = (next: readonly Shown[]) => {
  shown = next
  for (const tell of listeners) tell()
}

/** Says what happened and what next, where the page does not show it already. What went wrong stays until it is dismissed. */
export const toast = (one: Toast): void => {
  // Told again it is one message, not two that have to be dismissed.
  const others = shown.filter(
    ({ kind, title, children }) => kind !== 'no' || title !== one.title || children !== one.children,
  )
  show([...others, { ...one, id: ++made }])
}

const close = (id: number) => show(shown.filter((one) => one.id !== id))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const Toasts = () => {
  const all = useSyncExternalStore(subscribe, () => shown)
  return (
    <Radix.Provider label="Message">
      {all.map(({ id, kind, title, children, action }) => {
        const Icon = icons[kind]
        return (
          <Radix.Root
            key={id}
            className={classes('toast', kind)}
            type={kind === 'no' ? 'foreground' : 'background'}
            duration={kind === 'no' ? Number.POSITIVE_INFINITY : shownMs}
            onOpenChange={(open) => !open && close(id)}
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
              <X size={14} strokeWidth={1.5} aria-hidden />
            </Radix.Close>
          </Radix.Root>
        )
      })}
      <Radix.Viewport className="toasts" />
    </Radix.Provider>
  )
}
