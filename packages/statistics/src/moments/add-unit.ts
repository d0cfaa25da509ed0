import { mergeMoments } from './merge.ts'
import type { Moments, Values } from './moments.ts'

/** Adds one unit to the moments (Welford 1962, which is Chan's formula for one unit). */
export const addUnit = (moments: Moments, y: number, x = 0): Moments =>
  mergeMoments(moments, { n: 1, y: alone(y), x: alone(x), xy: 0 })

const alone = (value: number): Values => ({ mean: value, m2: 0, least: value, most: value })
