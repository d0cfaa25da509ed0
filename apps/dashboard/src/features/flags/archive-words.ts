/** The meaning of archiving, in the same words for one flag and for many. */
export const sayArchive = (flags: number): string =>
  flags === 1
    ? 'Apps that ask for it are told that there is no such flag, in every environment, and use their own fallback. It keeps its key and its versions, and can be taken out again.'
    : 'Apps that ask for them are told that there is no such flag, in every environment, and use their own fallback. They keep their keys and versions, and can be taken out again.'
