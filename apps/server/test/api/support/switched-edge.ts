import type { Edge } from '../../../src/edge/edge.ts'

/** The real edge with a switch: while it is away, publishing keys fails. */
export const switchedEdge = () => {
  const state = { away: false }
  const wrapEdge = (edge: Edge): Edge => ({
    ...edge,
    putKeys: async (...entries) => {
      if (state.away) throw new Error('the edge is away')
      return edge.putKeys(...entries)
    },
  })
  return { state, wrapEdge }
}
