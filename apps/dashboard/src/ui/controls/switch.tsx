import './choice.css'
import { Tooltip } from '../overlays/tooltip.tsx'

type SwitchProps = {
  label: string
  checked: boolean
  onChange(checked: boolean): void
  /** Why the switch cannot be used now. */
  because?: string | undefined
}

export const Switch = ({ label, checked, onChange, because }: SwitchProps) => (
  <Tooltip says={because}>
    <button
      type="button"
      role="switch"
      className="switch"
      aria-label={label}
      aria-checked={checked}
      {...(because === undefined ? { onClick: () => onChange(!checked) } : { 'aria-disabled': true })}
    />
  </Tooltip>
)
