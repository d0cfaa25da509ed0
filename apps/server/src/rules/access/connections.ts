/** The most streams that Delivery keeps open: per client key, per address, and in total. */
export type StreamBounds = { total: number; perKey: number; perAddress: number }

/** The bounds that the operator set; the others follow from the number of open files. */
export type AskedStreams = { [Bound in keyof StreamBounds]?: number | undefined }

/** The most connections per listener, streams among them, and requests to webhooks. */
export type ConnectionBounds = {
  management: number
  projectStreams: number
  delivery: number
  streams: StreamBounds
  webhooks: number
}

/**
 * The fewest open files that a process can start with. With workers, the primary accepts all connections, and holds as many
 * at a time as the system queues (511).
 */
export const minFiles = { alone: 128, withWorkers: 1_024 }

/** The most connections unless the operator asks for more: each takes memory, too. */
const maxConnections = 100_000

/** Files reserved for databases, Redis, identity providers and the file system. */
const keptFiles = (files: number): number => 64 + Math.min(1_024, Math.floor(files / 16))

/** Files for requests to webhooks, which may wait for an answer that never comes. Each takes two while it resolves a name. */
const webhookFiles = (files: number): number => Math.min(2_000, Math.floor(files / 16))

const mayBeStreams = (connections: number): number => Math.floor((connections * 3) / 4)

/** The number of open files that so many streams need. */
export const filesFor = (streams: number, both: boolean): number => {
  const delivery = Math.ceil((streams * 4) / 3)
  const free = both ? Math.ceil((delivery * 4) / 3) : delivery
  return free + keptFiles(many) + webhookFiles(many)
}
/** Above this many files no bound is tight. */
const many = 1_048_576

/**
 * Every connection is an open file, and a process that runs out of them answers nobody. So callers get only what the
 * service itself does not need, Management and Delivery each have a share that the other cannot take, and a quarter of
 * each is never a stream: changes and evaluations come in by it.
 */
export const connectionBounds = (files: number, both: boolean, asked: AskedStreams): ConnectionBounds => {
  const free = Math.min(
    files - keptFiles(files) - webhookFiles(files),
    Math.max(maxConnections, 2 * (asked.total ?? 0)),
  )
  const management = both ? Math.floor(free / 4) : free
  const delivery = both ? free - management : free
  const max = mayBeStreams(delivery)
  const total = Math.min(asked.total ?? max, max)
  return {
    webhooks: Math.floor(webhookFiles(files) / 2),
    management,
    projectStreams: mayBeStreams(management),
    delivery,
    streams: {
      total,
      perKey: asked.perKey ?? Math.ceil(total / 2),
      perAddress: asked.perAddress ?? Math.ceil(total / 10),
    },
  }
}
