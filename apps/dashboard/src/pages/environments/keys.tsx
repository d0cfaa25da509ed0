import type { Environment } from '@bunting/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { isInForce, useApiKeys } from '../../api/api-keys.ts'
import { useBecause } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { Failed } from '../../ui/failed.tsx'
import { useNow } from '../../ui/use-now.ts'
import { KeyTable } from './key-table.tsx'
import { NewKey } from './new-key.tsx'

const from = '/projects/$projectId/environments'

type KeysProps = { projectId: string; environments: readonly Environment[] }

/** The keys of one environment at a time, which the address names. */
export const Keys = ({ projectId, environments }: KeysProps) => {
  const { env } = useSearch({ from })
  const navigate = useNavigate({ from })
  const because = useBecause('admin')
  const now = useNow()
  const [creating, setCreating] = useState(false)
  const chosen = environments.find(({ slug }) => slug === env) ?? environments[0]
  const lists = useApiKeys(
    projectId,
    environments.map(({ id }) => id),
  )
  if (!chosen) return null
  const { data: keys, error, refetch } = lists[environments.indexOf(chosen)] ?? {}
  const options = environments.map(({ slug, name }, index) => {
    const active = lists[index]?.data?.filter((key) => isInForce(key, now)).length
    return { value: slug, label: name, ...(active === undefined ? {} : { count: active }) }
  })
  return (
    <section aria-label="Keys">
      <div className="section-head">
        <h2>Keys</h2>
        <Segments
          label="Environment"
          value={chosen.slug}
          onChange={(slug) => navigate({ search: { env: slug }, replace: true, resetScroll: false })}
          options={options}
        />
        <div className="actions">
          <Button kind="primary" because={because} onClick={() => setCreating(true)}>
            <Plus size={16} strokeWidth={1.5} aria-hidden />
            New key
          </Button>
        </div>
      </div>
      {error && !keys && <Failed title="The keys did not load" error={error} onRetry={() => void refetch?.()} />}
      {keys && <KeyTable projectId={projectId} environment={chosen} keys={keys} />}
      <p className="mt-4 max-w-[88ch] text-ink-3">
        Server keys answer for every flag and stay on your servers. Client keys ship in browsers and apps, and answer
        only for client-safe flags.
      </p>
      <NewKey
        projectId={projectId}
        environments={environments}
        envId={chosen.id}
        open={creating}
        onClose={() => setCreating(false)}
      />
    </section>
  )
}
