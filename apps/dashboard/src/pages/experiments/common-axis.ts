import { axisFrom } from '../../features/experiments/axis.ts'

/** The axis of the list: most lifts lie within it, and others end in an arrow. */
export const commonAxis = { ...axisFrom(-0.15, 0.15), ticks: [-0.1, 0, 0.1] }
