import { useDeleteView } from '../../../api/views.ts'
import { Confirm } from '../../../ui/overlays/confirm.tsx'

type DeleteViewProps = { projectId: string; view: { id: string; name: string }; onClose(): void }

export const DeleteView = ({ projectId, view, onClose }: DeleteViewProps) => {
  const { mutate, isPending } = useDeleteView(projectId)
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Delete the view ${view.name}?`}
      action="Delete the view"
      busy={isPending}
      onConfirm={() => mutate(view.id, { onSettled: onClose })}
    >
      For everybody in the project. The flags stay as they are.
    </Confirm>
  )
}
