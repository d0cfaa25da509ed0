const git = 'git:'

/** The manager in words: that of `git:acme/shop` is `acme/shop`, in Git. */
export const sayManager = (managedBy: string): { where: string; name: string } =>
  managedBy.startsWith(git)
    ? { where: 'Managed in Git', name: managedBy.slice(git.length) }
    : { where: 'Managed elsewhere', name: managedBy }
