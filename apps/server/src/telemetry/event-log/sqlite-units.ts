import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { Measure } from '../../rules/units/tracking.ts'
import { type EventFile, openEventFile } from './sqlite-file.ts'
import { answerCalls } from './thread.ts'
import { nextMaturesIn, openFoldReader } from './units/sqlite-fold.ts'
import { readPopulationIn, splitPopulationIn } from './units/sqlite-population.ts'
import { countSeenIn, listAttributesIn, listSeenIn, readExperimentIn } from './units/sqlite-read.ts'

// Reads matured units and figures of experiments in a separate thread, while the writer's thread writes.

const { path } = workerData as EventFile

// Requests come first. On systems other than Linux this would lower the priority of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const database = openEventFile(path)
const fold = openFoldReader(database)

type OfExperiment = { experimentId: string; metrics: readonly Measure[]; nowMs: number }
type OfPopulation = { environmentId: string; metric: Measure; nowMs: number; splits: number }

answerCalls(parentPort, {
  opened: () => undefined,
  nextFold: ({ experimentId, metrics, nowMs }: OfExperiment) => fold.next(experimentId, metrics, nowMs),
  nextMatures: ({ experimentId, metrics }: OfExperiment) => nextMaturesIn(database, experimentId, metrics),
  read: (experimentId: string) => readExperimentIn(database, experimentId),
  population: ({ environmentId, metric, nowMs }: OfPopulation) =>
    readPopulationIn(database, environmentId, metric, nowMs),
  split: ({ environmentId, metric, nowMs, splits }: OfPopulation) =>
    splitPopulationIn(database, environmentId, metric, splits, nowMs),
  seen: ({ environmentId, nowMs, limit }: { environmentId: string; nowMs: number; limit: number }) =>
    listSeenIn(database, environmentId, nowMs, limit),
  countSeen: ({ environmentId, names, from }: { environmentId: string; names: readonly string[]; from: string }) =>
    countSeenIn(database, environmentId, names, from),
  attributes: (environmentId: string) => listAttributesIn(database, environmentId),
  close: () => database.close(),
})
