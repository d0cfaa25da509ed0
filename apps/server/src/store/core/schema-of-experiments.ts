import type {
  ActorId,
  EnvironmentId,
  ExperimentId,
  ExperimentStatus,
  FlagId,
  Metric,
  MetricId,
  MetricKind,
  OrganizationId,
  ProjectId,
  ProposalId,
} from '@bunting/contract'

/** The tables of what units are worth, and of which variant is better. */
export type SchemaOfExperiments = {
  metrics: {
    id: MetricId
    org_id: OrganizationId
    project_id: ProjectId
    key: string
    name: string
    description: string | null
    kind: MetricKind
    event: string
    denominator_event: string | null
    direction: Metric['direction']
    after_seconds: number
    window_seconds: number
    cap: number | null
    adjust: boolean
    source: Metric['source']
    archived_us: number | null
    /** As a flag's. */
    search_text: string
    created_by: ActorId
    created_us: number
  }
  experiments: {
    id: ExperimentId
    org_id: OrganizationId
    project_id: ProjectId
    flag_id: FlagId
    environment_id: EnvironmentId
    status: ExperimentStatus
    /** Why it was stopped. */
    reason: string | null
    name: string
    rule_id: string
    /** JSON, as everything below whose type does not say otherwise. */
    exposure: string
    source: Metric['source']
    /** What it was made for, see `rules/changes/experiments.ts`. */
    design: string
    /** What decides which variant a unit gets; since the start, as it was then. */
    split: string
    /** The definitions of its metrics, as they were at the start. */
    metrics: string
    decision: string | null
    warnings: string
    marks: string
    /** What was seen at any look, and stays. */
    evidence: string
    /** The proposal by whose approval a variant is shipped, and which. */
    ship_proposal_id: ProposalId | null
    shipping: string | null
    created_by: ActorId
    started_by: ActorId | null
    created_us: number
    started_us: number | null
    stopped_us: number | null
    /** Once nobody waits to be counted any more: what its results are made of, and the same day by day. */
    figures: string | null
    days: string | null
  }
}
