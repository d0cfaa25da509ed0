/** One line of the report: a share of all runs, and the bound that it is held to. */
export type Figure = {
  what: string
  runs: number
  share: number
  atMost?: number
  atLeast?: number
  /** Of what is done wrong elsewhere: how far it is from right. */
  above?: number
}

/** Few runs miss a bound by chance: they are given so many standard errors. */
export const isHeld = ({ runs, share, atMost, atLeast, above }: Figure, standardErrors = 0): boolean => {
  const slack = (bound: number) => standardErrors * Math.sqrt((bound * (1 - bound)) / runs)
  return (
    (atMost === undefined || share <= atMost + slack(atMost)) &&
    (atLeast === undefined || share >= atLeast - slack(atLeast)) &&
    (above === undefined || share > above - slack(above))
  )
}

export const percent = (share: number): string => `${(100 * share).toFixed(share < 0.1 ? 2 : 1)} %`

export const boundOf = ({ atMost, atLeast, above }: Figure): string => {
  if (atMost !== undefined) return `≤ ${percent(atMost)}`
  if (atLeast !== undefined) return `≥ ${percent(atLeast)}`
  return above === undefined ? '' : `> ${percent(above)}`
}

/** In how many of all runs something happened. */
export const shareOf = (runs: number, happened: (run: number) => boolean): number => {
  let count = 0
  for (let run = 0; run < runs; run++) if (happened(run)) count++
  return count / runs
}
