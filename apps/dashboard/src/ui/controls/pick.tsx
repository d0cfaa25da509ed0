import { ChevronDown } from 'lucide-react'
import './choice.css'
import type { ReactNode } from 'react'
import { Menu, MenuChoice } from '../overlays/menu.tsx'

type Option<Value extends string> = { value: Value; label: string }

type PickProps<Value extends string> = {
  label: string
  value: Value | undefined
  onChange(value: Value | undefined): void
  options: readonly Option<Value>[]
  /** Other choices in the same menu, above the options. */
  children?: ReactNode
}

/** The value for no filter. The empty text is never a filter's value in an address. */
const any = ''

/** A filter menu; the filter is off until an option is picked. */
export const Pick = <Value extends string>({ label, value, onChange, options, children }: PickProps<Value>) => {
  const chosen = options.find((option) => option.value === value)
  return (
    <Menu
      trigger={
        <button type="button" className="pick" {...(chosen ? { 'data-set': true } : {})}>
          <span>{chosen ? `${label}: ${chosen.label}` : label}</span>
          <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
        </button>
      }
    >
      {children}
      <MenuChoice<Value | typeof any>
        label={label}
        value={chosen?.value ?? any}
        onChange={(next) => onChange(next === any ? undefined : next)}
        options={[{ value: any, label: 'Any' }, ...options]}
      />
    </Menu>
  )
}
