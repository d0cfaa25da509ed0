import { inject } from 'vitest'

/** What whoever runs the database can do before they change the audit log: take away what refuses it. */
export const unguardAuditLog =
  inject('database') === 'sqlite'
    ? ['update', 'delete', 'replace'].map((action) => `drop trigger audit_log_no_${action}`)
    : ['alter table audit_log disable trigger audit_log_append_only']
