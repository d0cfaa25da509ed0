import { freePort } from '../../../../apps/server/src/testing/services/free-port.ts'
import type { Surroundings } from './run-page.ts'

/** For a page that starts its own servers: their addresses, and a port for an application. */
export const ownPorts = async (): Promise<
  Pick<Surroundings, 'managementUrl' | 'deliveryUrl'> & { env: Record<string, string> }
> => {
  const [management, delivery, own] = [await freePort(), await freePort(), await freePort()]
  return {
    managementUrl: `http://127.0.0.1:${management}`,
    deliveryUrl: `http://127.0.0.1:${delivery}`,
    env: { BUNTING_MANAGEMENT_PORT: `${management}`, BUNTING_DELIVERY_PORT: `${delivery}`, PORT: `${own}` },
  }
}
