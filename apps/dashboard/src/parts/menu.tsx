import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { classes } from './classes.ts'
import { keepFocus } from './keep-focus.ts'
import './overlay.css'
import { Tooltip } from './tooltip.tsx'

type MenuProps = { trigger: ReactElement; align?: 'start' | 'end'; children: ReactNode }

/** Not modal: a modal one stops the page from scrolling with a style element, which the Content-Security-Policy refuses. */
export const Menu = ({ trigger, align = 'start', children }: MenuProps) => (
  <Radix.Root modal={false}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content className="menu" align={align} sideOffset={6} collisionPadding={8} onCloseAutoFocus={keepFocus}>
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)

type ItemProps = {
  icon?: ReactNode
  end?: ReactNode
  danger?: boolean
  /** Why it cannot be chosen now. */
  because?: string | undefined
  onSelect(): void
  children: ReactNode
}

export const MenuItem = ({ icon, end, danger = false, because, onSelect, children }: ItemProps) => (
  <Tooltip says={because}>
    <Radix.Item
      className={classes('menu-item', danger && 'danger')}
      {...(because === undefined ? {} : { 'aria-disabled': true })}
      onSelect={(event) => (because === undefined ? onSelect() : event.preventDefault())}
    >
      {icon}
      {children}
      {end !== undefined && <span className="end">{end}</span>}
    </Radix.Item>
  </Tooltip>
)

type ChoiceProps<Value extends string> = {
  label: string
  value: Value
  onChange(value: Value): void
  options: readonly { value: Value; label: string }[]
  /** Choosing leaves the menu open, where something else is chosen in it too. */
  stays?: boolean
}

/** One of several, with a tick at the one that holds. */
export const MenuChoice = <Value extends string>({ label, value, onChange, options, stays }: ChoiceProps<Value>) => (
  <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)} aria-label={label}>
    <Radix.Label className="menu-label">{label}</Radix.Label>
    {options.map((option) => (
      <Radix.RadioItem
        key={option.value}
        value={option.value}
        className="menu-item"
        {...(stays ? { onSelect: (event) => event.preventDefault() } : {})}
      >
        <bdi>{option.label}</bdi>
        <Radix.ItemIndicator className="end">
          <Check size={14} strokeWidth={1.75} aria-hidden />
        </Radix.ItemIndicator>
      </Radix.RadioItem>
    ))}
  </Radix.RadioGroup>
)

export const MenuLine = () => <Radix.Separator className="menu-line" />

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="menu-label">{children}</Radix.Label>
)
