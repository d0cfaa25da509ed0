import { base, managementUrl } from '../../base.ts'
import { CopyText } from '../../ui/controls/copy.tsx'
import { Field, Input } from '../../ui/controls/field.tsx'
import { Bunting } from '../../ui/pennants/bunting.tsx'
import { pennantState } from '../../ui/pennants/pennant-state.ts'
import { sayBunting } from '../../ui/pennants/pennant-words.ts'
import type { DeliveryUrl } from './delivery-url.ts'
import type { Start } from './use-start.ts'

type AddressesProps = { start: Start; delivery: DeliveryUrl }

export const Addresses = ({ start, delivery }: AddressesProps) => (
  <>
    <h2 className="mb-2">Where things are</h2>
    <Field
      label="Delivery"
      hint="The same host, one port further, unless you say otherwise. Kept in this browser, for the snippets."
      problem={delivery.isAddress ? undefined : 'An address begins with http:// or https://.'}
    >
      {(control) => (
        <Input
          {...control}
          className="mono"
          inputMode="url"
          value={delivery.typed}
          onChange={(event) => delivery.set(event.target.value)}
        />
      )}
    </Field>
    <dl className="start-facts">
      <dt>Management</dt>
      <dd>
        <CopyText text={managementUrl} what="the address of the Management API" />
      </dd>
      <dt>Project</dt>
      <dd>
        <CopyText text={start.project?.slug ?? '\u00a0'} what="the project’s slug" />
        <CopyText text={start.projectId} what="the project’s id" />
      </dd>
      {start.environments.map(({ id, name }) => (
        <div key={id} className="contents">
          <dt dir="auto">{name}</dt>
          <dd>
            <CopyText text={id} what={`the id of ${name}`} />
          </dd>
        </div>
      ))}
    </dl>
    {start.flag && <FlagEverywhere start={start} flag={start.flag} />}
    <div className="start-facts block">
      <h3 className="mb-1">Then</h3>
      <ul className="grid gap-1.5">
        <li>
          <a className="link" href={`${base}/docs`} target="_blank" rel="noopener">
            Management API reference
          </a>
        </li>
        <li>
          <a className="link" href={`${base}/docs/delivery`} target="_blank" rel="noopener">
            Delivery API reference
          </a>
        </li>
      </ul>
    </div>
  </>
)

type FlagEverywhereProps = { start: Start; flag: NonNullable<Start['flag']> }

const FlagEverywhere = ({ start: { environments }, flag }: FlagEverywhereProps) => {
  const hung = environments.map((one) => ({ ...one, state: pennantState(flag.versions[one.id]?.config) }))
  return (
    <div className="start-facts block">
      <h3 className="mb-2">
        <code>{flag.key}</code> everywhere
      </h3>
      <Bunting environments={environments} versions={flag.versions} height={48} />
      <p className="mt-2 text-ink-2">Each pennant is the flag in one environment. {sayBunting(hung)}.</p>
    </div>
  )
}
