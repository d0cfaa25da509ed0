import { Switch as Radix } from 'radix-ui'
import './choice.css'
import { Tooltip } from './tooltip.tsx'

type SwitchProps = {
  label: string
  checked: boolean
  onChange(checked: boolean): void
  /** Why it cannot be switched now. */
  because?: string | undefined
}

export const Switch = ({ label, checked, onChange, because }: SwitchProps) => (
  <Tooltip says={because}>
    <Radix.Root
      className="switch"
      aria-label={label}
      checked={checked}
      {...(because === undefined ? { onCheckedChange: onChange } : { 'aria-disabled': true })}
    />
  </Tooltip>
)
