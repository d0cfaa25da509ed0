const git = 'git:'

/** Describes a manager in words: `acme/shop`, in Git, for `git:acme/shop`. */
export const sayManager = (managedBy: string): { where: string; name: string } =>
  managedBy.startsWith(git)
    ? { where: 'Managed in Git', name: managedBy.slice(git.length) }
    : { where: 'Managed elsewhere', name: managedBy }
