import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../../classes.ts'

export type ItemProps = {
  icon?: ReactNode
  end?: ReactNode
  danger?: boolean
  /** Why the item cannot be chosen now. */
  because?: string | undefined
  onSelect(): void
  children: ReactNode
}

type Rest = Omit<ComponentProps<typeof Radix.Item>, keyof ItemProps>

export const Item = ({ icon, end, danger = false, because, onSelect, children, ...rest }: ItemProps & Rest) => (
  <Radix.Item
    {...rest}
    className={classes('menu-item', danger && 'danger')}
    {...(because === undefined ? {} : { 'aria-disabled': true })}
    onSelect={(event) => (because === undefined ? onSelect() : event.preventDefault())}
  >
    {icon}
    {children}
    {end !== undefined && <span className="end">{end}</span>}
  </Radix.Item>
)

export type ChoiceProps<Value extends string> = {
  label: string
  value: Value
  onChange(value: Value): void
  options: readonly { value: Value; label: string }[]
  /** Keeps the menu open after a choice, if it has other choices, too. */
  stays?: boolean
}

export const Choice = <Value extends string>({ label, value, onChange, options, stays }: ChoiceProps<Value>) => (
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

export const Line = () => <Radix.Separator className="menu-line" />

export const Label = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="menu-label">{children}</Radix.Label>
)
