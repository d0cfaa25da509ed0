import type {
  ActorId,
  FlagId,
  InvitationId,
  OrganizationId,
  ProjectId,
  Role,
  SavedContextId,
  SavedViewId,
  UserId,
} from '@bunting/contract'

/** The tables of favourites, saved views, saved contexts and invitations. */
export type SchemaOfFinding = {
  favourites: { user_id: UserId; flag_id: FlagId }
  saved_views: {
    id: SavedViewId
    project_id: ProjectId
    name: string
    /** The query string of the view's address, without the `?`. */
    search: string
    created_by: ActorId
    created_us: number
  }
  saved_contexts: {
    id: SavedContextId
    project_id: ProjectId
    name: string
    /** JSON. */
    context: string
    created_by: ActorId
    created_us: number
  }
  /** The first person who signs in with the address gets the roles. */
  invitations: {
    id: InvitationId
    org_id: OrganizationId
    email: string
    role: Role
    /** JSON: roles in single projects, by their ids. */
    projects: string
    created_by: ActorId
    created_us: number
  }
}
