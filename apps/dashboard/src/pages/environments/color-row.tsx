import { useState } from 'react'
import { useUpdateEnvironment } from '../../data/environments.ts'
import { useBecause } from '../../data/session.ts'
import { Button } from '../../parts/button.tsx'
import { envColor } from '../../parts/pennant.tsx'
import { Popover } from '../../parts/popover.tsx'
import { Tooltip } from '../../parts/tooltip.tsx'
import { useForm } from '../../parts/use-form.ts'
import type { CardProps } from './card-props.ts'
import { ColorField, colorProblem } from './color-field.tsx'

export const ColorRow = ({ projectId, environment }: CardProps) => {
  const because = useBecause('admin')
  const [open, setOpen] = useState(false)
  const { name, color } = environment
  const trigger = (
    <button
      type="button"
      className="copy"
      style={envColor(color)}
      aria-label={`Colour of ${name}, ${color}`}
      {...(because === undefined ? {} : { 'aria-disabled': true })}
    >
      <i className="env-swatch" />
      <code>{color.toUpperCase()}</code>
    </button>
  )
  return (
    <div className="set">
      <span>Colour</span>
      {because === undefined ? (
        <Popover label={`Colour of ${name}`} open={open} onOpenChange={setOpen} trigger={trigger}>
          <ColorForm projectId={projectId} environment={environment} onDone={() => setOpen(false)} />
        </Popover>
      ) : (
        <Tooltip says={because}>{trigger}</Tooltip>
      )}
    </div>
  )
}

const ColorForm = ({ projectId, environment, onDone }: CardProps & { onDone(): void }) => {
  const [color, setColor] = useState(environment.color)
  const update = useUpdateEnvironment(projectId, environment)
  const { form } = useForm({
    found: { color: colorProblem(color) },
    ...update,
    send: () => update.mutate({ envId: environment.id, color }, { onSuccess: onDone }),
  })
  return (
    <form {...form} className="w-64">
      <ColorField value={color} onChange={setColor} />
      <div className="mt-3 flex justify-end gap-2">
        <Button kind="ghost" size="sm" onClick={onDone}>
          Cancel
        </Button>
        <Button size="sm" type="submit" busy={update.isPending}>
          Save colour
        </Button>
      </div>
    </form>
  )
}
