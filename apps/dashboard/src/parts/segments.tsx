import { ToggleGroup } from 'radix-ui'
import { classes } from './classes.ts'
import './choice.css'

type Segment<Value extends string> = { value: Value; label: string; count?: number }

type SegmentsProps<Value extends string> = {
  label: string
  value: Value
  onChange(value: Value): void
  options: readonly Segment<Value>[]
  small?: boolean
}

/** One of a few, all in view. */
export const Segments = <Value extends string>(props: SegmentsProps<Value>) => (
  <ToggleGroup.Root
    type="single"
    className={classes('seg', props.small && 'sm')}
    aria-label={props.label}
    value={props.value}
    // Pressing the chosen one again keeps it.
    onValueChange={(value) => value !== '' && props.onChange(value as Value)}
  >
    {props.options.map(({ value, label, count }) => (
      <ToggleGroup.Item key={value} value={value}>
        <bdi>{label}</bdi>
        {count !== undefined && <span className="n">{count}</span>}
      </ToggleGroup.Item>
    ))}
  </ToggleGroup.Root>
)
