import { SDK_INFO } from '@opentelemetry/core'
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import manifest from '../../package.json' with { type: 'json' }
import type { OtlpConfig } from './config.ts'

/** The resource attributes of this process; the operator's take precedence. */
export const resourceOf = (
  { serviceName, resourceAttributes }: Pick<OtlpConfig, 'serviceName' | 'resourceAttributes'>,
  instanceId: string,
): Resource =>
  resourceFromAttributes({
    'service.name': 'bunting',
    'service.version': manifest.version,
    'service.instance.id': instanceId,
    ...SDK_INFO,
    ...resourceAttributes,
    ...(serviceName === undefined ? {} : { 'service.name': serviceName }),
  })
