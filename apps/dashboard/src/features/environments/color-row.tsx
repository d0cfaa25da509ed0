import { useState } from 'react'
import { useUpdateEnvironment } from '../../api/environments.ts'
import { useBecause } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useForm } from '../../ui/controls/use-form.ts'
import { Popover } from '../../ui/overlays/popover.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { envColor } from '../../ui/pennants/pennant.tsx'
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
