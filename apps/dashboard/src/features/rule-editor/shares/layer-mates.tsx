import { isolate } from '@bunting/contract/text'
import type { ShareCondition } from '@bunting/engine'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { FlagRef } from '../../../api/flag-versions.ts'
import { useFlags } from '../../../api/flags.ts'
import { percent } from '../../../format/number.ts'
import { sayShare } from '../../diff/words/share-words.ts'
import { layerMatesOf, sharesOfLayers } from '../../draft/layers.ts'
import { type Edited, useEditing } from '../editing.ts'
import '../../flags/needed-by.css'

/** The flags that use the same layers as this one; nothing if none does. */
export const LayerMates = ({ config, flagRef }: Pick<Edited, 'config'> & { flagRef: FlagRef }) => {
  const { environment } = useEditing()
  const own = useMemo(() => sharesOfLayers(config.rules), [config.rules])
  // Loaded only if needed: thousands of flags take dozens of requests.
  const { items } = useFlags(flagRef.projectId, own.length > 0)
  const mates = useMemo(() => layerMatesOf(own, items ?? [], flagRef), [own, items, flagRef])
  if (mates.length === 0) return null
  return (
    <section className="needs" aria-labelledby="layer-mates">
      <h2 id="layer-mates" className="text-ink-3">
        In the same layer
      </h2>
      <ul className="needed-by" aria-labelledby="layer-mates">
        {mates.map(({ flag, shares, overlapping }) => (
          <li key={flag.key}>
            <Link
              className="link"
              to="/projects/$projectId/flags/$flagKey"
              params={{ projectId: flagRef.projectId, flagKey: flag.key }}
              search={{ env: environment.slug }}
            >
              <bdi>{flag.name}</bdi>
            </Link>{' '}
            is for those whose {sayAnyShare(shares)}
            {overlapping && (
              <>
                ; that has people in common with {percent(overlapping.value.from)} to {percent(overlapping.value.to)}{' '}
                here
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The shares in words, without duplicates: `user is between 0 % and 25 % of the layer checkout`. */
const sayAnyShare = (shares: readonly ShareCondition[]): string =>
  [...new Set(shares.map((share) => `${isolate(share.attribute ?? 'user')} ${sayShare(share)}`))].join(', or ')
