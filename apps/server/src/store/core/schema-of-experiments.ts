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

/** The tables of metrics and experiments. */
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
    /** The folded text that a search looks in, as a flag's. */
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
    /** The reason why it was stopped. */
    reason: string | null
    name: string
    rule_id: string
    /** JSON, like all texts below without another description. */
    exposure: string
    source: Metric['source']
    /** See `Design` in `rules/changes/experiments.ts`. */
    design: string
    /** The rule's split, as it was at the start. */
    split: string
    /** The definitions of its metrics, as they were at the start. */
    metrics: string
    decision: string | null
    warnings: string
    marks: string
    /** The findings of earlier looks. */
    evidence: string
    /** The proposal whose approval ships a variant, and that variant. */
    ship_proposal_id: ProposalId | null
    shipping: string | null
    created_by: ActorId
    started_by: ActorId | null
    created_us: number
    started_us: number | null
    stopped_us: number | null
    /** The figures of all units and of each day, once every unit is counted. */
    figures: string | null
    days: string | null
  }
}
