import { inject } from 'vitest'

/** Removes the triggers that protect the audit log, as somebody with access to the database could. */
export const unguardAuditLog =
  inject('database') === 'sqlite'
    ? ['update', 'delete', 'replace'].map((action) => `drop trigger audit_log_no_${action}`)
    : ['alter table audit_log disable trigger audit_log_append_only']
