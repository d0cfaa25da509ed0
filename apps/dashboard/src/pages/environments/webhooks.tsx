import { useBecauseInOrganization } from '../../data/session.ts'
import { useWebhooks } from '../../data/webhooks.ts'
import { Table } from '../../parts/table.tsx'
import { Tag } from '../../parts/tag.tsx'

const heads = ['Address', 'Told of', 'Description', 'State']

/** Who is told of what happens, for admins. They are made by the API and the command line. */
export const Webhooks = ({ projectId }: { projectId: string }) => {
  const { items = [] } = useWebhooks(useBecauseInOrganization('admin') === undefined)
  const here = items.filter((webhook) => webhook.projectId === null || webhook.projectId === projectId)
  if (here.length === 0) return null
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks" className="mt-9 mb-2">
        Webhooks
      </h2>
      <Table label="Webhooks" heads={heads}>
        {here.map(({ id, url, events, description, enabled, disabledReason }) => (
          <tr key={id}>
            <td className="desc">
              {/* The rest of it may be a secret. */}
              <code>{new URL(url).host}</code>
            </td>
            <td>{events.includes('*') ? 'everything' : <code>{events.join(', ')}</code>}</td>
            <td className="desc" dir="auto">
              {description}
            </td>
            <td>
              {enabled ? <Tag kind="yes">On</Tag> : <Tag kind={disabledReason === null ? 'line' : 'no'}>Off</Tag>}{' '}
              {disabledReason}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
