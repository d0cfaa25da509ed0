/** How many streams Delivery keeps open: of client keys per key and per address, and all together. */
export type StreamBounds = { total: number; perKey: number; perAddress: number }

/** What was asked for; what was not follows from the files. */
export type AskedStreams = { [Bound in keyof StreamBounds]?: number | undefined }

/** How many connections each listener keeps, how many of them are streams, and how many go out to webhooks. */
export type ConnectionBounds = {
  management: number
  projectStreams: number
  delivery: number
  streams: StreamBounds
  webhooks: number
}

/**
 * Fewer files than this are used up by what a start opens. Where there are workers, all connections come in by the primary,
 * which has as many in its hands at a time as the system lets wait (511).
 */
export const minFiles = { alone: 128, withWorkers: 1_024 }

/** Without being asked for more: each connection takes memory, too. */
const maxConnections = 100_000

/** For the databases, Redis, providers and files; more where there is more to do. */
const keptFiles = (files: number): number => 64 + Math.min(1_024, Math.floor(files / 16))

/** Requests to webhooks, each of which may wait for an answer that does not come. One needs two files while it looks a name up. */
const webhookFiles = (files: number): number => Math.min(2_000, Math.floor(files / 16))

const mayBeStreams = (connections: number): number => Math.floor((connections * 3) / 4)

/** How many files let so many streams be open. */
export const filesFor = (streams: number, both: boolean): number => {
  const delivery = Math.ceil((streams * 4) / 3)
  const free = both ? Math.ceil((delivery * 4) / 3) : delivery
  return free + keptFiles(many) + webhookFiles(many)
}
/** With so many nothing is kept short. */
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
