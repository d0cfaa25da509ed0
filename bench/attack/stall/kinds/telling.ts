import type { Target } from '../../target.ts'
import { type Kind, kindOf } from '../kind.ts'

/** By an SDK: what it evaluated. */
export const telling = ({ manage, idOf }: Target): Kind[] => {
  const sdk = { sdkType: 'server', sdkVersion: '1.0.0', evaluatedAt: Date.now(), environmentId: idOf('development') }
  return [
    kindOf(
      'events',
      { events: { from: 1, to: 1_000 }, letters: { from: 1, to: 900 }, flags: { from: 1, to: 1_000 } },
      ({ events, letters, flags }) => {
        // What there is room for in a body.
        const count = Math.min(events, Math.floor(1_000_000 / (letters + 230)))
        const batch = Array.from({ length: count }, (_, at) => ({
          flagKey: `many-${at % flags}`,
          value: `${at}${'x'.repeat(letters)}`,
          reason: 'DEFAULT',
          ...sdk,
        }))
        return () => manage('POST', '/v1/telemetry/events', { events: batch })
      },
    ),
  ]
}
